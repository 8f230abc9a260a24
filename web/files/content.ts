import type { Snapshot } from '#core/workspace'

/** The content of one file: text, or binary data as base64. */
export type FileContent = Snapshot['files'][string]

/** Changes to files: each path with its new content; null deletes the file. */
export type FileChanges = readonly (readonly [path: string, content: FileContent | null])[]

/** The number of characters that a file uses in a draft. */
export function lengthOf(content: FileContent): number {
  return typeof content === 'string' ? content.length : content.base64.length
}

const encoder = new TextEncoder()

/** The bytes of a file. Text is encoded as UTF-8. */
export function bytesOf(content: FileContent): Uint8Array {
  if (typeof content === 'string') return encoder.encode(content)
  const binary = atob(content.base64)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** The content for bytes: text if they are strict UTF-8 without NUL, otherwise base64. */
export function contentOf(bytes: Uint8Array): FileContent {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // binary data
  }
  return { base64: encoded(bytes) }
}

/** The bytes of a file as base64. */
export function base64Of(content: FileContent): string {
  return typeof content === 'string' ? encoded(encoder.encode(content)) : content.base64
}

function encoded(bytes: Uint8Array): string {
  let binary = ''
  // Convert in chunks: single bytes are slow, and all bytes of a large file exceed the maximum number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** Whether two drafts have the same files. */
export function sameFiles(a: Snapshot['files'], b: Snapshot['files']): boolean {
  if (a === b) return true
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((path) => sameContent(a[path], b[path]))
}

/** Whether two files are equal, or both are missing. */
export function sameContent(a: FileContent | undefined, b: typeof a): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.base64 === b.base64 : a === b
}
