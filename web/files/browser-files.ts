import { isOfPackage, type Foreign } from './exchange.ts'
import { importLimits } from './import-limits.ts'

/**
 * Read a file from the user. A file over the size limit is not read, and a file of a package is read later. A file that
 * cannot be read is marked as `unread`.
 */
export async function foreignOf(name: string, file: File): Promise<Foreign> {
  if (isOfPackage(name))
    return {
      name,
      bytes: new Uint8Array(),
      size: file.size,
      load: async () => new Uint8Array(await file.arrayBuffer()),
    }
  if (file.size > importLimits.archiveBytes) return { name, bytes: new Uint8Array(), size: file.size }
  return file.arrayBuffer().then(
    (bytes) => ({ name, bytes: new Uint8Array(bytes) }),
    () => unread(name),
  )
}

function unread(name: string): Foreign {
  return { name, bytes: new Uint8Array(), unread: true }
}

/** The files dropped on the page, including files in folders. */
export async function droppedFiles(
  entries: readonly FileSystemEntry[],
  files: readonly File[],
): Promise<readonly Foreign[]> {
  // Only folders require entries. A drop from outside the file system, such as an image from another page, has no
  // entries.
  if (entries.every(({ isFile }) => isFile)) return chosenFiles(files)
  const found: Foreign[] = []
  // Packages can have more files than the limit, so they come last.
  const packages: FileSystemEntry[] = []
  for (const entry of entries) await walk(entry, found, packages)
  for (const entry of packages) await walk(entry, found)
  return found
}

/** The files that the user chose in a file dialog. */
export async function chosenFiles(list: Iterable<File>): Promise<readonly Foreign[]> {
  return Promise.all([...list].map((file) => foreignOf(file.webkitRelativePath || file.name, file)))
}

async function walk(entry: FileSystemEntry, found: Foreign[], packages?: FileSystemEntry[]): Promise<void> {
  if (found.length >= importLimits.entries) return
  const name = entry.fullPath.slice(1)
  // `instanceof` does not work here: Chromium names these classes differently from the specification.
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    )
    found.push(file ? await foreignOf(name, file) : unread(name))
    return
  }
  if (/^(?:\.git|__pycache__|\.venv)$/.test(entry.name)) return
  if (packages && entry.name === 'node_modules') return void packages.push(entry)
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[] | undefined>((resolve) =>
      reader.readEntries(resolve, () => resolve(undefined)),
    )
    if (!batch) found.push(unread(name))
    if (!batch || batch.length === 0) return
    for (const inner of batch) await walk(inner, found, packages)
  }
}

/** Download bytes or text as a file. */
export function saveFile(name: string, bytes: Uint8Array | string, type: string): void {
  const url = URL.createObjectURL(new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
