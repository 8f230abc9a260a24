import type { Foreign } from './exchange.ts'
import { importLimits } from './import-limits.ts'

/** A file from outside; one that is too large to be taken in is not read at all. */
export async function foreignOf(name: string, file: File): Promise<Foreign> {
  const bytes = file.size > importLimits.archiveBytes ? undefined : new Uint8Array(await file.arrayBuffer())
  return bytes ? { name, bytes } : { name, bytes: new Uint8Array(), size: file.size }
}

/** Files that were dropped on the page, folders walked to their leaves. */
export async function droppedFiles(
  entries: readonly FileSystemEntry[],
  files: readonly File[],
): Promise<readonly Foreign[]> {
  // What is no entry of a file system, such as an image out of another page, comes as plain files.
  if (entries.length === 0) return chosenFiles(files)
  const found: Foreign[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

/** Files that were chosen in the file dialog. */
export async function chosenFiles(list: Iterable<File>): Promise<readonly Foreign[]> {
  return Promise.all([...list].map((file) => foreignOf(file.webkitRelativePath || file.name, file)))
}

async function walk(entry: FileSystemEntry, found: Foreign[]): Promise<void> {
  if (found.length >= importLimits.entries) return
  // Chromium calls these classes otherwise than their specification, so only what an entry says of itself tells them apart.
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    found.push(await foreignOf(entry.fullPath.slice(1), file))
    return
  }
  if (/^(?:node_modules|\.git|__pycache__|\.venv)$/.test(entry.name)) return
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return
    for (const inner of batch) await walk(inner, found)
  }
}

/** Hand bytes to the person as a file. */
export function saveFile(name: string, bytes: Uint8Array | string, type: string): void {
  const url = URL.createObjectURL(new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
