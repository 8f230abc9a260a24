import { findTrustedKey, fingerprintOf, readPublicKey, trustKeyFile } from '#core/trust'
import { resolve } from '../disk-paths.ts'
import { nodeHost } from '../engine/node-host.ts'
import { readNamed, whyUnread } from './whole-file.ts'
import { writeNew } from './write-whole.ts'
import type { Directory } from './directory.ts'
import { isTrouble, ReportedError } from './reported-error.ts'
import { keyRoot, signingKeys } from './signing.ts'

/** The key to trust, and its owner. */
export interface TrustOptions {
  /** The key's fingerprint, or the path of its PEM file. */
  readonly key: string
  readonly owner?: string | undefined
  /** The user space whose keys a fingerprint can name. Default: the home directory. */
  readonly user?: string | undefined
}

/** The newly trusted key, and the workspace path of the file that declares it. */
export interface TrustedKey {
  readonly fingerprint: string
  readonly path: string
}

/**
 * Make a project trust a key (R10.3, R10.5).
 * @throws ReportedError for a key that is unknown, already trusted or invalid, and for a file that cannot be
 * read.
 */
export function trust(directory: Directory, { key, owner, user }: TrustOptions): TrustedKey {
  const { pem, owner: known } = keyNamed(key, user, directory)
  const file = trustKeyFile(nodeHost, '/project', { public_key_pem: pem, owner: owner ?? known })
  if ('problem' in file)
    throw new ReportedError('trouble', `${key} does not contain an Ed25519 public key in SPKI PEM.`)
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
    throw new ReportedError('trouble', `The project already trusts ${name}: ${directory.shown(key.path)}`)
  if (key) return { pem: key.public_key_pem, owner: key.owner }
  throw new ReportedError(
    'trouble',
    `No space has the key ${name}. Pass the file with its public key: rye-chain trust KEY.pem`,
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
    throw new ReportedError('trouble', `${path} is a private key. Pass the public key instead.`)
  if (!readPublicKey(text)) throw new ReportedError('trouble', `${path} is not an Ed25519 public key in SPKI PEM.`)
  return text
}
