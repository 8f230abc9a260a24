import type { Host } from '../input/host.ts'
import type { SealedText } from '../read/signature/sealed.ts'
import { limits } from '../limits.ts'
import { universalNewlines } from '../text/source.ts'

/** The content of a file at its last read. The text has universal newlines, and hashes are computed on demand. */
export interface FileText extends SealedText {
  readonly problem: 'not-utf8' | 'too-large' | 'permission-denied' | 'name-not-utf8' | undefined
}

/** The content of a file that exists but cannot be read. */
export function closedFile(path: string): FileText {
  return { path, text: undefined, problem: whyClosed(path), hash: '', exact: false, sealed: {} }
}

/** The reason why an existing path cannot be read. */
export function whyClosed(path: string): 'name-not-utf8' | 'permission-denied' {
  // A host lists invalid UTF-8 in a name as this character, and cannot open the file by this name.
  return path.includes('\ufffd') ? 'name-not-utf8' : 'permission-denied'
}

/** The bytes of a file as text, with their hash. Accepts any bytes. Undefined bytes mean that the file is too large. */
export function readFileText(path: string, bytes: Uint8Array | undefined, host: Host): FileText {
  const hash = bytes === undefined ? '' : host.sha256(bytes)
  if (bytes === undefined || bytes.length > limits.metadataBytes)
    return { path, text: undefined, problem: 'too-large', hash, exact: false, sealed: {} }
  const text = host.decodeUtf8(bytes)
  if (text === undefined) return { path, text: undefined, problem: 'not-utf8', hash, exact: false, sealed: {} }
  const read = universalNewlines(text)
  return { path, text: read, problem: undefined, hash, exact: read === text, sealed: {} }
}

/** The identity of a file's content: the hash of its bytes, or the reason why they were not read. Never empty. */
export function markOf({ hash, problem }: FileText): string {
  return hash === '' ? String(problem) : hash
}
