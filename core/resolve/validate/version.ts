import parse from 'semver/functions/parse.js'
import { PyFloat, type Value } from '../../read/value/value.ts'
import { pyStr } from '../../read/value/text.ts'

/**
 * A version of the `semver` library. The type of the library would require `@types/semver` in programs that use the
 * engine.
 */
export interface Version {
  compare(other: Version | string): number
}

const number = '(?:0|[1-9][0-9]*)'
const identifier = `(?:${number}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
const shape = new RegExp(
  `^v?(${number})(?:\\.(${number}))?(?:\\.(${number}))?(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
)
/** Maximum number of characters in a version. It also limits the work for hostile input. */
const longest = 256

/**
 * C5: reads SemVer 2.0 with coercion (leading `v`, missing minor and patch). Undefined for an unreadable version, for a
 * version longer than `longest`, and for a number above 2^53 - 1 (R4.3).
 */
export function readVersion(text: string): Version | undefined {
  if (text.length > longest) return undefined
  if (read.has(text)) return read.get(text)
  if (read.size >= mostRead) read.clear()
  const version = parseVersion(text)
  read.set(text, version)
  return version
}

/** Cached parsed versions, because every tool is compared with the same few limits. */
const read = new Map<string, Version | undefined>()
const mostRead = 1_000

function parseVersion(text: string): Version | undefined {
  const [, major, minor = '0', patch = '0', prerelease] = shape.exec(text) ?? []
  if (major === undefined) return undefined
  // The library compares larger prerelease numbers as text, which gives a wrong order.
  if (prerelease?.split('.').some((part) => /^[0-9]+$/.test(part) && !Number.isSafeInteger(Number(part))))
    return undefined
  return parse(`${major}.${minor}.${patch}${prerelease === undefined ? '' : `-${prerelease}`}`) ?? undefined
}

/**
 * C6: the text of a version. A number counts as its text, including `0`. Undefined for any other value that is not
 * text.
 */
export function versionText(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat ? pyStr(value) : undefined
}

/** SemVer 2.0 precedence: negative, zero or positive. */
export function compareVersions(a: Version, b: Version): number {
  return a.compare(b)
}

/** R4.3: whether a version satisfies `op constraint`. True for an unknown operator or an unreadable side. */
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
