import { readdirSync, statSync, type Stats } from 'node:fs'
import { holdsPrivateKey } from '#core/trust'
import { join } from '../disk-paths.ts'

// Checks that keep private keys on the machine, regardless of the path.

/** The path of the signing keys in any space; case is ignored, as on some disks. */
const keysFolder = /(?:^|\/)\.ai\/config\/keys\/signing(?:\/|$)/i

/** Whether a path is the folder of a space's signing keys, or is in it. */
export function isKeyPath(path: string): boolean {
  return keysFolder.test(path)
}

/**
 * The first bytes of private key files, in hexadecimal. DER: PKCS #8 (also with a password), PKCS #1, SEC 1 and PKCS
 * #12. Others: a PGP packet with a secret key, and a Java key store whose first entry is a key.
 */
const firstBytes = [
  /^30(?:[0-7].|81..|82....)0201(?:0030[0-4].06|000282|0104|0330)/,
  /^30(?:[0-7].|81..|82....)30(?:[0-7].|81..)06(?:092a864886f70d0105|0a2a864886f70d010c01)/,
  /^(?:94..|95.{4}|96.{8}|c5(?:[0-9ab].|[cd].{3}|ff.{8}))0[3-6].{8}(?:0[123]|1[0-369abc])/,
  /^(?:feedfeed|cececece)0000000[12].{8}0000000[13]/,
]
/** The first characters of key files from the GnuPG agent, minisign, signify and SSH 1. */
const firstLines =
  /^(?:\(\d+:(?:protected-|shadowed-)?private-key|Key: \((?:protected-|shadowed-)?private-key|untrusted comment: .{0,60}\bsecret key$|SSH PRIVATE KEY FILE FORMAT )/m
/** The start of a file in base64, which can be an encoded private key. */
const base64 = /^\s*([A-Za-z0-9+/]{32})/
/** The private part of a JSON Web Key. */
const jsonKey = /"(?:d|k)"\s{0,20}:\s{0,20}"[A-Za-z0-9_-]{20}/

/**
 * Whether bytes contain a private key: PEM, PGP, age, PuTTY, GnuPG, minisign, JSON Web Keys, key stores, or DER, also
 * in base64.
 */
export function isKeyContent(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.toString('latin1', 0, 4_000)
  const [, inBase64 = ''] = base64.exec(start) ?? []
  if (isKeyStart(bytes) || isKeyStart(Buffer.from(inBase64, 'base64')) || firstLines.test(start)) return true
  if (!marks.some((mark) => bytes.includes(mark))) return false
  const text = bytes.toString('latin1')
  return holdsKey(text) || (text.includes('\0') && holdsKey(text.replaceAll('\0', '')))
}

function isKeyStart(bytes: Buffer): boolean {
  const start = bytes.toString('hex', 0, 24)
  return firstBytes.some((shape) => shape.test(start))
}

function holdsKey(text: string): boolean {
  return holdsPrivateKey(text) || (text.includes('"kty"') && jsonKey.test(text))
}

/**
 * Markers of private keys, for a fast first search. They are encoded in UTF-8, in UTF-16 as Windows writes it, and in
 * UTF-32.
 */
const marks = ['PRIVATE KEY', 'AGE-SECRET-KEY-', 'PuTTY-User-Key-File-', 'SSH2 ENCRYPTED', '"kty"'].flatMap((mark) =>
  [0, 1, 3].map((zeros) => Buffer.from([...mark].join('\0'.repeat(zeros)))),
)

/**
 * The files in the key folders of some spaces, by inode number. Hard links to a file have its inode number, so they do
 * not bypass the check.
 */
export class KeyFiles {
  readonly #numbers: ReadonlySet<string>

  /** @param spaces Folders that contain a `.ai` folder. */
  constructor(spaces: readonly string[]) {
    this.#numbers = new Set(spaces.flatMap((space) => numbersIn(join(space, '.ai/config/keys/signing'))))
  }

  /** Whether an open file is one of the key files, or contains a private key. */
  includes(stats: Pick<Stats, 'dev' | 'ino'>, bytes: Uint8Array): boolean {
    return this.#numbers.has(numberOf(stats)) || isKeyContent(bytes)
  }
}

function numberOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`
}

function numbersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => numberOf(statSync(join(folder, name))))
  } catch {
    return [] // Most spaces have no keys.
  }
}
