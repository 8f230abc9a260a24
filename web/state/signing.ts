import { signedKindOf, takesSignature } from '#core/rules'
import type { KeyTexts } from '../analysis/messages.ts'
import { isReadOnly, shortPath } from '../files/places.ts'
import type { Playground } from './playground.svelte.ts'

/** The time of a signature. Its format has no fractions of a second (R10.1). */
export function signingTime(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The draft files that can have a signature. */
export function signablePaths({ session }: Playground): readonly string[] {
  return Object.keys(session.snapshot.files).filter((path) => {
    const kind = signedKindOf(path)
    return kind !== undefined && !isReadOnly(path) && takesSignature(path, kind)
  })
}

/** Create a key pair for this tab. */
export async function makeKey(playground: Playground): Promise<void> {
  const answer = await playground.engine.query({ kind: 'make-key', seed: crypto.getRandomValues(new Uint8Array(32)) })
  if (answer?.kind === 'key' && !('problem' in answer.key)) playground.keys = answer.key
}

/**
 * Load a saved private key, and derive its public key. Returns an error message for an invalid key, otherwise
 * undefined.
 */
export async function loadKey(playground: Playground, private_key_pem: string): Promise<string | undefined> {
  const answer = await playground.engine.query({ kind: 'read-key', private_key_pem })
  if (answer?.kind !== 'key' || 'problem' in answer.key)
    return 'This file is not an Ed25519 private key in PKCS8 PEM format. Choose a file that you saved with “Save private key”.'
  playground.keys = answer.key
  return undefined
}

/** Add a key to the trusted keys of the project, as one undo step. */
export async function trustKey(playground: Playground, key: KeyTexts): Promise<void> {
  const answer = await playground.engine.query({ kind: 'trust', public_key_pem: key.public_key_pem, owner: 'me' })
  if (answer?.kind === 'files')
    playground.session.change(
      answer.files.map(({ path, text }) => [path, text]),
      `Trust key ${key.fingerprint}`,
    )
}

/** Sign files of the draft as one undo step, and report files that cannot be signed. */
export async function signFiles(playground: Playground, paths: readonly string[], key: KeyTexts): Promise<void> {
  const answer = await playground.engine.query({ kind: 'sign', paths, keys: key, now: signingTime() })
  if (answer?.kind !== 'files') return
  const signed = answer.files.map(({ path, text }) => [path, text] as const)
  playground.session.change(
    signed,
    paths.length === 1 ? `Sign ${shortPath(paths[0] ?? '')}` : `Sign ${signed.length} files`,
  )
  playground.drafts.keepSigned(signed)
  if (answer.problems.length > 0)
    playground.view.say({ text: `Not signed: ${answer.problems.join('; ')}`, tone: 'trouble' })
}
