import { universalNewlines } from '../../text/source.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { contentHash, readSealed } from '../../read/signature/sealed.ts'
import { contentForHash } from '../../read/signature/signature.ts'
import type { SignedKind } from '../../rules/signing.ts'
import { verifySealed, type VerificationState } from './verify.ts'

/** A changed file: its signed text, and its text now. */
export interface SignedOriginal {
  /** The index of the candidate that is the signed text. */
  readonly index: number
  /** The state of the signature for that text; never `modified`. */
  readonly state: VerificationState
  /** The file with the signed text below the lines that no signature covers: the present shebang and signature. */
  readonly signed: string
  readonly now: string
}

/**
 * Find the text that the signature of a file was made over among texts that might be it. Nothing is guessed: the
 * signature holds the hash of what was signed (R10.2), and only a text of that hash is taken. Undefined where no candidate
 * has it, or the file has no readable signature.
 */
export function findSignedText(
  workspace: Workspace,
  path: string,
  kind: SignedKind,
  candidates: readonly string[],
): SignedOriginal | undefined {
  const file = workspace.file(path)
  const sealed = file && readSealed(workspace.host, file, kind)
  if (!sealed || sealed.signature.state !== 'signed' || file.text === undefined) return undefined
  const { hash } = sealed.signature.signature
  const texts = candidates.map(universalNewlines)
  const index = texts.findIndex((text) => contentHash(workspace.host, text, path, kind) === hash)
  if (index < 0) return undefined
  const { state } = verifySealed(workspace, path, 'element', { ...sealed, content_hash: hash })
  const [signed = '', now = ''] = [texts[index], file.text].map((text) => contentForHash(text ?? '', path, kind))
  // The hashed text is always the end of the file, so the rest is before it.
  const head = file.text.slice(0, file.text.length - now.length)
  return { index, state, signed: head + signed, now: file.text }
}
