import { resolve } from 'node:path'
import { findTrustedKey, fingerprintOf, readPublicKey, trustKeyFile } from '#core/trust'
import { nodeHost } from '../engine/node-host.ts'
import { readNamed, whyUnread } from './whole-file.ts'
import { writeNew } from './write-whole.ts'
import type { Directory } from './directory.ts'
import { isTrouble, ReportedError } from './reported-error.ts'
import { keyRoot, signingKeys } from './signing.ts'

/** Which key, and whose it is. */
export interface TrustOptions {
  /** Its fingerprint, or the file with its PEM. */
  readonly key: string
  readonly owner?: string | undefined
  /** The user space whose keys can be named by fingerprint. Default: the home directory. */
  readonly user?: string | undefined
}

/** A key that the project trusts from now on, and the file that says so, by its path in the workspace. */
export interface TrustedKey {
  readonly fingerprint: string
  readonly path: string
}

/**
 * Let a project trust a key (R10.3, R10.5).
 * @throws ReportedError for a key that is not known, is trusted already or is none; ReportedError for a file that cannot be read.
 */
export function trust(directory: Directory, { key, owner, user }: TrustOptions): TrustedKey {
  const { pem, owner: known } = keyNamed(key, user, directory)
  const file = trustKeyFile(nodeHost, '/project', { public_key_pem: pem, owner: owner ?? known })
  if ('problem' in file) throw new ReportedError('trouble', `${key} holds no Ed25519 public key in SPKI PEM.`)
  writeNew([{ path: directory.folders.place(file.path), content: file.text }])
  return { fingerprint: fingerprintOf(nodeHost, `${pem.trim()}\n`), path: file.path }
}

function keyNamed(
  name: string,
  user: string | undefined,
  directory: Directory,
): { readonly pem: string; readonly owner: string } {
  if (!/^[0-9a-f]{16}$/.test(name)) return { pem: publicPem(resolve(directory.machine.cwd, name)), owner: 'unknown' }
  const own = ownKey(keyRoot(user, directory.machine))
  if (own?.fingerprint === name) return { pem: own.public_key_pem, owner: 'self' }
  const { key } = findTrustedKey(directory.workspace, name)
  if (key?.source === 'project')
    throw new ReportedError('trouble', `The project trusts ${name} already: ${directory.shown(key.path)}`)
  if (key) return { pem: key.public_key_pem, owner: key.owner }
  throw new ReportedError(
    'trouble',
    `No key ${name} is known here. Give the file with its public key: rye-chain trust KEY.pem`,
  )
}

function ownKey(root: string): ReturnType<typeof signingKeys> | undefined {
  try {
    return signingKeys(root)
  } catch (error) {
    if (isTrouble(error)) return undefined
    throw error
  }
}

function publicPem(path: string): string {
  let text: string
  try {
    text = readNamed(path).toString('utf8')
  } catch (error) {
    throw new ReportedError('usage', `${path} cannot be read (${whyUnread(error)}). A fingerprint is 16 hex digits.`)
  }
  if (text.includes('PRIVATE KEY'))
    throw new ReportedError('trouble', `${path} is a private key. Trust the public one beside it.`)
  if (!readPublicKey(text)) throw new ReportedError('trouble', `${path} is no Ed25519 public key in SPKI PEM.`)
  return text
}
