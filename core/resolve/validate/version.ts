import { PyFloat, type Value } from '../../read/value/value.ts'
import { pyStr } from '../../read/value/text.ts'

/** A whole number, as a bigint only where a double could not hold it: each number has one form. */
type Exact = number | bigint

/** A semantic version with its numbers exact: prerelease numbers may be longer than a double can hold. */
export interface Version {
  readonly release: readonly Exact[]
  readonly prerelease: readonly string[]
}

const number = '(?:0|[1-9][0-9]*)'
const identifier = `(?:${number}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
const shape = new RegExp(
  `^v?(${number})(?:\\.(${number}))?(?:\\.(${number}))?(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
)
/** Longer texts are no versions; the cap also keeps the pattern cheap on hostile input. */
const longest = 256

/** C5: SemVer 2.0 after coercion (leading `v`, missing minor and patch); undefined where the text is unreadable. */
export function readVersion(text: string): Version | undefined {
  if (text.length > longest) return undefined
  if (read.has(text)) return read.get(text)
  if (read.size >= mostRead) read.clear()
  const version = parseVersion(text)
  read.set(text, version)
  return version
}

/** Versions repeat: every tool is held against the same few limits. */
const read = new Map<string, Version | undefined>()
const mostRead = 1_000

function parseVersion(text: string): Version | undefined {
  const found = shape.exec(text)
  if (!found) return undefined
  return {
    release: [exact(found[1]!), exact(found[2] ?? '0'), exact(found[3] ?? '0')],
    prerelease: found[4] === undefined ? [] : found[4].split('.'),
  }
}

function exact(digits: string): Exact {
  return digits.length < 16 ? Number(digits) : BigInt(digits)
}

/** C6: a number counts as its text, `0` included; any other value that is no text is unreadable. */
export function versionText(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat ? pyStr(value) : undefined
}

/** SemVer 2.0 precedence: negative, zero or positive. */
export function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < a.release.length; index++) {
    const [part, other] = [a.release[index]!, b.release[index]!]
    if (part !== other) return part < other ? -1 : 1
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (const [index, part] of a.prerelease.entries()) {
    const other = b.prerelease[index]
    if (other === undefined) return 1
    const order = compareIdentifiers(part, other)
    if (order !== 0) return order
  }
  return a.prerelease.length - b.prerelease.length
}

function compareIdentifiers(a: string, b: string): number {
  const numeric = [/^[0-9]+$/.test(a), /^[0-9]+$/.test(b)]
  if (numeric[0] && numeric[1]) return BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

/** R4.3: whether a version satisfies `op constraint`; an unknown operator and an unreadable side are satisfied. */
export function satisfiesVersion(version: string, op: string, constraint: string): boolean {
  const [left, right] = [readVersion(version), readVersion(constraint)]
  if (!left || !right) return true
  const order = compareVersions(left, right)
  switch (op) {
    case '>=':
      return order >= 0
    case '<=':
      return order <= 0
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    default:
      return true
  }
}
