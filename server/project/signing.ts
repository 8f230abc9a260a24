import { readKeyPair, signingKeyPaths, type KeyPair } from '#core/trust'
import { join } from '../disk-paths.ts'
import { homeOf } from '../home.ts'
import { nodeHost } from '../engine/node-host.ts'
import { readFound, whyUnread } from './whole-file.ts'
import type { Machine } from './options.ts'
import { codeOf, ReportedError } from './reported-error.ts'
import { pathFromUser } from './spaces.ts'

/** The root of the user space with the keys. */
export function keyRoot(user: string | undefined, machine: Pick<Machine, 'cwd' | 'env'>): string {
  return user === undefined ? homeOf(machine.env) : pathFromUser(user, '--user', machine.cwd, machine)
}

/**
 * The signing keys of the user.
 * @throws ReportedError for missing keys, with the command that creates them (R10.5), and for unreadable or invalid
 * keys.
 */
export function signingKeys(root: string): KeyPair {
  const paths = signingKeyPaths(root)
  const read = (path: string): string => {
    try {
      return readFound(path).toString('utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT')
        throw new ReportedError('trouble', `The key ${path} does not exist. ${wayOut(path)}`)
      throw new ReportedError('trouble', `${path} cannot be read (${whyUnread(error)}).`)
    }
  }
  const wayOut = (path: string): string =>
    path === paths.public_key
      ? 'This public key belongs to the private key in the same folder. Restore the public key, or remove the private key and create a new pair: rye-chain keys new'
      : 'Create a key pair: rye-chain keys new'
  const keys = readKeyPair(nodeHost, read(paths.private_key), read(paths.public_key))
  if (!('problem' in keys)) return keys
  const restore = 'Restore the key pair, or remove both files and create a new pair: rye-chain keys new'
  const reasons = {
    'private-key': `${paths.private_key} is not an Ed25519 private key in PKCS8 PEM. ${restore}`,
    'public-key': `${paths.public_key} is not an Ed25519 public key in SPKI PEM. ${restore}`,
    mismatch: `The two keys in ${join(root, '.ai/config/keys/signing')} do not match. ${restore}`,
  }
  throw new ReportedError('trouble', reasons[keys.problem])
}

/** The current time in the format of signatures: ISO 8601 in UTC, without fractions of a second. */
export function signatureTime(machine: Machine): string {
  return machine
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
}
