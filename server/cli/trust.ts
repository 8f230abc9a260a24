import { resolve } from 'node:path'
import { findTrustedKey, fingerprintOf, readPublicKey, trustKeyFile } from '#core/trust'
import { nodeHost } from '../engine/node-host.ts'
import { readNamed, whyUnread } from '../engine/whole-file.ts'
import { writeNew } from '../project/write-whole.ts'
import type { Command, Given } from './command.ts'
import { directoryOptions, openDirectory, type Directory } from './directory.ts'
import { printJson, Trouble, UsageError, type Io } from './io.ts'
import { keyRoot, signingKeys } from './signing.ts'

const { dir } = directoryOptions

/** R10.3, R10.5: let the project trust a key. */
export const trustCommand: Command = {
  name: 'trust',
  words: 'FINGERPRINT|PEMFILE',
  about: 'Let the project trust a key: your own, one that another space trusts, or one from a PEM file.',
  more: 'Compare the fingerprint with the one its owner tells you before you trust a key from a file.',
  options: {
    ...(dir ? { dir } : {}),
    user: {
      value: 'DIR',
      about: 'The user space: its keys can be named by fingerprint. The home directory if not given.',
    },
    owner: { value: 'NAME', about: 'Whose key it is.' },
    json: { about: 'The fingerprint and the path as JSON.' },
  },
  run(given, io) {
    const [name, ...more] = given.words
    if (name === undefined || more.length > 0)
      throw new UsageError('Name one key: its fingerprint, or a file with its PEM.')
    const directory = openDirectory(given, io)
    const { pem, owner } = keyNamed(name, given, directory, io)
    const file = trustKeyFile(nodeHost, '/project', { public_key_pem: pem, owner: given.text('owner') ?? owner })
    if ('problem' in file) throw new Trouble(`${name} holds no Ed25519 public key in SPKI PEM.`)
    const path = directory.onDisk(file.path) ?? file.path
    writeNew([{ path: directory.folders.place(file.path), content: file.text }])
    const fingerprint = fingerprintOf(nodeHost, `${pem.trim()}\n`)
    if (given.flag('json')) printJson(io, { fingerprint, path })
    else io.out(`The project trusts ${fingerprint}: ${directory.shown(file.path)}\n`)
    return 0
  },
}

function keyNamed(
  name: string,
  given: Given,
  directory: Directory,
  io: Io,
): { readonly pem: string; readonly owner: string } {
  if (!/^[0-9a-f]{16}$/.test(name)) return { pem: publicPem(resolve(io.cwd, name)), owner: 'unknown' }
  const own = ownKey(keyRoot(given, io))
  if (own?.fingerprint === name) return { pem: own.public_key_pem, owner: 'self' }
  const { key } = findTrustedKey(directory.workspace, name)
  if (key?.source === 'project') throw new Trouble(`The project trusts ${name} already: ${directory.shown(key.path)}`)
  if (key) return { pem: key.public_key_pem, owner: key.owner }
  throw new Trouble(`No key ${name} is known here. Give the file with its public key: rye-chain trust KEY.pem`)
}

function ownKey(root: string): ReturnType<typeof signingKeys> | undefined {
  try {
    return signingKeys(root)
  } catch (error) {
    if (error instanceof Trouble) return undefined
    throw error
  }
}

function publicPem(path: string): string {
  let text: string
  try {
    text = readNamed(path).toString('utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${whyUnread(error)}). A fingerprint is 16 hex digits.`)
  }
  if (text.includes('PRIVATE KEY')) throw new Trouble(`${path} is a private key. Trust the public one beside it.`)
  if (!readPublicKey(text)) throw new Trouble(`${path} is no Ed25519 public key in SPKI PEM.`)
  return text
}
