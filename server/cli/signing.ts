import { join } from 'node:path'
import { readKeyPair, signingKeyPaths, type KeyPair } from '#core/trust'
import { homeOf } from '../home.ts'
import { nodeHost } from '../engine/node-host.ts'
import { readFound, whyUnread } from '../engine/whole-file.ts'
import type { Given, Option } from './command.ts'
import { codeOf, Trouble, type Io } from './io.ts'
import { personsPath } from './spaces.ts'

/** Where a person's own keys are: unlike an analysis, signing needs a real user space. */
export const keyOption: Option = {
  value: 'DIR',
  about: 'The user space with your keys: the home directory if not given.',
}

/** The root of the user space whose keys are meant. */
export function keyRoot(given: Given, io: Io): string {
  const written = given.text('user')
  return written === undefined ? homeOf(io.env) : personsPath(written, '--user', io.cwd, io)
}

/** The person's signing keys, or what to do to have some (R10.5). */
export function signingKeys(root: string): KeyPair {
  const paths = signingKeyPaths(root)
  const read = (path: string): string => {
    try {
      return readFound(path).toString('utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new Trouble(`There is no key at ${path}. ${wayOut(path)}`)
      throw new Trouble(`${path} cannot be read (${whyUnread(error)}).`)
    }
  }
  const wayOut = (path: string): string =>
    path === paths.public_key
      ? 'It belongs to the private one beside it: bring it back, or remove that one and make new ones: rye-chain keys new'
      : 'Make one: rye-chain keys new'
  const keys = readKeyPair(nodeHost, read(paths.private_key), read(paths.public_key))
  if (!('problem' in keys)) return keys
  const said = {
    'private-key': `${paths.private_key} is no Ed25519 private key in PKCS8 PEM.`,
    'public-key': `${paths.public_key} is no Ed25519 public key in SPKI PEM.`,
    mismatch: `The two keys in ${join(root, '.ai/config/keys/signing')} do not belong together.`,
  }
  throw new Trouble(said[keys.problem])
}

/** The time as signatures carry it. */
export function signatureTime(io: Io): string {
  return io
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
}
