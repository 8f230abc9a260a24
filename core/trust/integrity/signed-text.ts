import { universalNewlines } from '../../text/source.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { contentHash, readSealed } from '../../read/signature/sealed.ts'
import { contentForHash } from '../../read/signature/signature.ts'
import type { SignedKind } from '../../rules/signing.ts'
import { verifySealed, type VerificationState } from './verify.ts'

/** A changed file, with its signed text and its current text. */
export interface SignedOriginal {
  /** The index of the signed text among the candidates. */
  readonly index: number
  /** The state of the signature for the signed text; never `modified`. */
  readonly state: VerificationState
  /** The signed text with the current shebang and signature lines, which the signature does not cover. */
  readonly signed: string
  readonly now: string
}

/**
 * Finds the signed text of a file among candidates: the candidate with the hash in the signature (R10.2). Undefined if
 * no candidate matches or the file has no readable signature.
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
  // The hashed text is always the end of the file.
  const head = file.text.slice(0, file.text.length - now.length)
  return { index, state, signed: head + signed, now: file.text }
}
