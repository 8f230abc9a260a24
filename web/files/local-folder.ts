import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import { foreignOf } from './browser-files.ts'
import { bytesOf } from './content.ts'
import type { Foreign } from './exchange.ts'
import { importLimits } from './import-limits.ts'

/**
 * A folder on the user's machine. The permission to read and write it can end when the tab closes; `allowFolder`
 * requests it again.
 */
export interface OpenFolder {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
  /** `project`: the folder is a project. `spaces`: the folder is an export with a folder `project` or `user`. */
  readonly holds: 'project' | 'spaces'
  /** The draft paths of the files that were read from the folder. */
  readonly read: readonly string[]
}

/** The result of saving a draft to its folder. */
export interface Written {
  readonly written: number
  readonly same: number
  /** Paths of files that were read from the folder and deleted in the draft. The files are still in the folder. */
  readonly gone: readonly string[]
}

interface PickerWindow {
  showDirectoryPicker(options: { readonly mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

/** A stored folder; undefined for any other value. */
export function folderIn(value: unknown): OpenFolder | undefined {
  if (!isObject(value)) return undefined
  const { name, handle, holds, read } = value
  if (typeof name !== 'string' || !(handle instanceof FileSystemDirectoryHandle)) return undefined
  if (holds !== 'project' && holds !== 'spaces') return undefined
  return { name, handle, holds, read: Array.isArray(read) ? read.filter((path) => typeof path === 'string') : [] }
}

interface Permitted {
  requestPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>
}

/** Ask the user for the permission to use a stored folder. Rejects if the user declines. */
export async function allowFolder({ name, handle }: OpenFolder): Promise<void> {
  const state = await (handle as Permitted).requestPermission?.({ mode: 'readwrite' })
  if (state === 'denied' || state === 'prompt') throw new Error(`the browser has no permission to use ${name}`)
}

/** Whether this browser can open folders for reading and writing. */
export function canOpenFolder(): boolean {
  return 'showDirectoryPicker' in globalThis
}

/** Show a folder picker. Returns undefined if the user cancels; rejects if the browser refuses. */
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (globalThis as unknown as PickerWindow).showDirectoryPicker({ mode: 'readwrite' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Read a folder within the import limits. Each name except `draft.json` starts with its space. */
export async function readFolder(
  handle: FileSystemDirectoryHandle,
): Promise<{ readonly holds: OpenFolder['holds']; readonly files: readonly Foreign[] }> {
  const found: Foreign[] = []
  // Packages can have more files than the limit, so they come last.
  const packages: (readonly [FileSystemDirectoryHandle, prefix: string])[] = []
  await collect(handle, '', found, packages)
  for (const [folder, prefix] of packages) await collect(folder, prefix, found)
  const begins = (start: string): boolean => found.some(({ name }) => name.startsWith(start))
  if (!begins('.ai/') && (begins('project/.ai/') || begins('user/.ai/'))) {
    return {
      holds: 'spaces',
      files: found.filter(({ name }) => /^(?:(?:project|user|system)\/|draft\.json$)/.test(name)),
    }
  }
  return { holds: 'project', files: found.map((file) => ({ ...file, name: `project/${file.name}` })) }
}

/** Write changed files of the draft to its folder. Deletes no files; rejects on a write error. */
export async function writeFolder(folder: OpenFolder, files: Snapshot['files']): Promise<Written> {
  let written = 0
  let same = 0
  for (const [path, content] of Object.entries(files)) {
    const segments = placeIn(folder, path)
    if (!segments) continue
    const place = await parentOf(folder, segments, { create: true })
    const file = await place.getFileHandle(segments.at(-1) ?? '', { create: true })
    const bytes = new Uint8Array(bytesOf(content))
    if (await holdsAlready(file, bytes)) same++
    else {
      const stream = await file.createWritable()
      await stream.write(bytes)
      await stream.close()
      written++
    }
  }
  return { written, same, gone: folder.read.filter((path) => !Object.hasOwn(files, path)) }
}

/**
 * Delete files from the folder by their draft paths. Missing files are ignored. Rejects if the browser refuses a
 * deletion.
 */
export async function deleteFromFolder(folder: OpenFolder, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const segments = placeIn(folder, path)
    if (!segments) continue
    try {
      await (await parentOf(folder, segments, { create: false })).removeEntry(segments.at(-1) ?? '')
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
    }
  }
}

function placeIn({ holds }: OpenFolder, path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/')
  if (holds === 'spaces') return segments
  return segments[0] === 'project' ? segments.slice(1) : undefined
}

async function parentOf(
  { handle }: OpenFolder,
  segments: readonly string[],
  options: FileSystemGetDirectoryOptions,
): Promise<FileSystemDirectoryHandle> {
  let here = handle
  for (const segment of segments.slice(0, -1)) here = await here.getDirectoryHandle(segment, options)
  return here
}

// Whether a file already has these bytes. An unchanged file is not written, because other programs watch modification
// times.
async function holdsAlready(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<boolean> {
  const file = await handle.getFile()
  // `writeFolder` might have created the empty file, so write it.
  if (file.size !== bytes.length || bytes.length === 0) return false
  const there = new Uint8Array(await file.arrayBuffer())
  return there.every((byte, at) => byte === bytes[at])
}

async function collect(
  folder: FileSystemDirectoryHandle,
  prefix: string,
  files: Foreign[],
  packages?: (readonly [FileSystemDirectoryHandle, prefix: string])[],
): Promise<void> {
  const entries: FileSystemHandle[] = []
  for await (const entry of folder.values()) entries.push(entry)
  const names = new Set(entries.map(({ name }) => name))
  for (const handle of entries) {
    if (files.length > importLimits.entries) return
    const composed = handle.name.normalize('NFC')
    const isSame = !names.has(composed) && (await finds(folder, handle.kind, composed))
    const name = `${prefix}${isSame ? composed : handle.name}`
    if (handle.kind === 'file') files.push(await foreignOf(name, await (handle as FileSystemFileHandle).getFile()))
    else if (packages && handle.name === 'node_modules')
      packages.push([handle as FileSystemDirectoryHandle, `${name}/`])
    else if (!/^(?:\.git|__pycache__|\.venv)$/.test(handle.name))
      await collect(handle as FileSystemDirectoryHandle, `${name}/`, files, packages)
  }
}

/**
 * Whether a folder finds an entry by a name. macOS finds an entry by each Unicode form of its name, and saving to the
 * composed form writes the same file. Other systems would create a second file.
 */
async function finds(
  folder: FileSystemDirectoryHandle,
  kind: FileSystemHandle['kind'],
  name: string,
): Promise<boolean> {
  try {
    await (kind === 'file' ? folder.getFileHandle(name) : folder.getDirectoryHandle(name))
    return true
  } catch {
    return false
  }
}
