import { readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { holdsPrivateKey } from '#core/trust'

// Private keys never leave, by whatever way a file of a project leads to them (PRODUCT, security rule 7).

/** The folder of a space with the keys to sign with, wherever the space is; some disks ignore upper and lower case. */
const keysFolder = /(?:^|\/)\.ai\/config\/keys\/signing(?:\/|$)/i

/** Whether a path is that of the signing keys of a space, or in their folder. */
export function isKeyPath(path: string): boolean {
  return keysFolder.test(path)
}

/** The first bytes of a private key in DER, as hexadecimal: PKCS #8, PKCS #1, SEC 1 and PKCS #12. */
const der = /^30(?:[0-7].|81..|82....)0201(?:0030[0-4].06|000282|0104|0330)/
/** Keys that the agent of GnuPG keeps. */
const gnupg = /^(?:\(\d+:(?:protected-|shadowed-)?private-key|Key: \((?:protected-|shadowed-)?private-key)/m

/** Whether bytes hold a private key: PEM of any kind, PGP, age, PuTTY, GnuPG, or keys in DER. */
export function isKeyContent(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.toString('latin1', 0, 4_000)
  if (der.test(bytes.toString('hex', 0, 16)) || gnupg.test(start)) return true
  // Windows writes text in UTF-16 by default: every second byte is 0.
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  if (!isWide && !marks.some((mark) => bytes.includes(mark))) return false
  const text = bytes.toString('latin1')
  return holdsPrivateKey(isWide ? text.replaceAll('\0', '') : text)
}

/** Without one of these a text holds no key; to look for them takes no time. */
const marks = ['PRIVATE KEY', 'AGE-SECRET-KEY-', 'PuTTY-User-Key-File-', 'SSH2 ENCRYPTED'].map((mark) =>
  Buffer.from(mark),
)

/** The files in the key folders of some spaces, by the numbers that all of their names share: a second name is no way around. */
export class KeyFiles {
  readonly #numbers: ReadonlySet<string>

  /** @param spaces Folders that hold an `.ai`. */
  constructor(spaces: readonly string[]) {
    this.#numbers = new Set(spaces.flatMap((space) => numbersIn(join(space, '.ai/config/keys/signing'))))
  }

  /** Whether an open file is one of them, or holds a private key. */
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
    return [] // most spaces have no keys
  }
}
