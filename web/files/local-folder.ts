import type { Snapshot } from '#core'
import { bytesOf } from './content.ts'
import { importLimits, type Foreign } from './exchange.ts'

/** A folder of the person's machine that this page may read and write while the tab lives. */
export interface OpenFolder {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
}

interface PickerWindow {
  showDirectoryPicker(options: { readonly mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

/** Whether this browser can open folders for reading and writing. */
export function canOpenFolder(): boolean {
  return 'showDirectoryPicker' in globalThis
}

/** Let the person choose a folder and read it whole, as far as the limits of an import go. */
export async function readFolder(): Promise<{ readonly folder: OpenFolder; readonly files: readonly Foreign[] }> {
  const handle = await (globalThis as unknown as PickerWindow).showDirectoryPicker({ mode: 'readwrite' })
  const files: Foreign[] = []
  await collect(handle, '', files)
  return { folder: { name: handle.name, handle }, files }
}

/** Write the files of the project space into a folder; files that are only there stay. Gives how many were written. */
export async function writeFolder(folder: OpenFolder, files: Snapshot['files']): Promise<number> {
  let written = 0
  for (const [path, content] of Object.entries(files)) {
    if (!path.startsWith('/project/')) continue
    const segments = path.slice('/project/'.length).split('/')
    let here = folder.handle
    for (const segment of segments.slice(0, -1)) here = await here.getDirectoryHandle(segment, { create: true })
    const file = await here.getFileHandle(segments.at(-1) ?? '', { create: true })
    const stream = await file.createWritable()
    await stream.write(new Uint8Array(bytesOf(content)))
    await stream.close()
    written++
  }
  return written
}

async function collect(folder: FileSystemDirectoryHandle, prefix: string, files: Foreign[]): Promise<void> {
  for await (const handle of folder.values()) {
    if (files.length > importLimits.files) return
    const name = `${prefix}${handle.name}`
    if (handle.kind === 'file') {
      const file = await (handle as FileSystemFileHandle).getFile()
      files.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) })
    } else if (!/^(?:node_modules|\.git|__pycache__|\.venv)$/.test(handle.name)) {
      await collect(handle as FileSystemDirectoryHandle, `${name}/`, files)
    }
  }
}
