import { signatureFormat, type SignatureFormat, type SignedKind } from '../../rules/signing.ts'
import type { SourceRange } from '../../text/source.ts'

/** The fields of a signature line, with their names in documents (R10.1). */
export interface Signature {
  readonly timestamp: string
  readonly hash: string
  readonly ed25519_sig: string
  readonly pubkey_fp: string
  readonly registry_provider?: string
  readonly registry_username?: string
}

/** The text at the place of the signature. For `none`, `at` is the empty range where a signature would be inserted. */
export type SignatureRead =
  | { readonly state: 'none'; readonly at: SourceRange }
  | { readonly state: 'malformed'; readonly at: SourceRange }
  | { readonly state: 'signed'; readonly at: SourceRange; readonly signature: Signature }

const grammar =
  /^(#|\/\/) rye:signed:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ):([0-9a-f]{64}):([A-Za-z0-9_-]+={0,2}):([0-9a-f]{16})(?:\|([A-Za-z0-9_-]+)@([A-Za-z0-9_-]+))? *$/

/** Reads the signature of a file; undefined if the path has no signature format. The whole line must match (I2, G3). */
export function readSignature(text: string, path: string, kind: SignedKind): SignatureRead | undefined {
  const format = signatureFormat(path, kind)
  if (!format) return undefined
  const start = format.afterShebang ? shebangEnd(text) : 0
  const newline = text.indexOf('\n', start)
  const end = newline === -1 ? text.length : newline
  const line = text.slice(start, end)
  if (!line.includes('rye:signed:')) return { state: 'none', at: { path, start, end: start } }
  const at = { path, start, end }
  const match = grammar.exec(line)
  if (!match || match[1] !== format.prefix) return { state: 'malformed', at }
  return { state: 'signed', at, signature: signatureOf(match) }
}

function signatureOf(match: readonly (string | undefined)[]): Signature {
  const [, , timestamp = '', hash = '', ed25519_sig = '', pubkey_fp = '', provider, username] = match
  const signature = { timestamp, hash, ed25519_sig, pubkey_fp }
  return provider === undefined || username === undefined
    ? signature
    : { ...signature, registry_provider: provider, registry_username: username }
}

/** The signature as a line, including the newline (R10.1). */
export function signatureLine(signature: Signature, format: SignatureFormat): string {
  const { timestamp, hash, ed25519_sig, pubkey_fp, registry_provider, registry_username } = signature
  const origin = registry_provider === undefined ? '' : `|${registry_provider}@${registry_username ?? ''}`
  return `${format.prefix} rye:signed:${timestamp}:${hash}:${ed25519_sig}:${pubkey_fp}${origin}\n`
}

// Intentionally more general than the grammar, so that signing again also replaces malformed and older lines.
const anySignature = {
  '#': /^# (?:rye|kiwi-mcp):(?:validated|signed):[^\n]+\n/,
  '//': /^\/\/ (?:rye|kiwi-mcp):(?:validated|signed):[^\n]+\n/,
} as const

/** The text without its signature line but with its shebang; undefined if the path has no signature format. */
export function withoutSignature(text: string, path: string, kind: SignedKind): string | undefined {
  const format = signatureFormat(path, kind)
  return format && stripSignature(text, format)
}

/**
 * The input of the content hash: the text without signature line and shebang (R10.2); undefined if the path has no
 * signature format.
 */
export function contentForHash(text: string, path: string, kind: SignedKind): string | undefined {
  const format = signatureFormat(path, kind)
  if (!format) return undefined
  const bare = stripSignature(text, format)
  return bare.slice(shebangEnd(bare))
}

function stripSignature(text: string, format: SignatureFormat): string {
  const start = shebangEnd(text)
  const rest = text.slice(start)
  const bare = rest.replace(anySignature[format.prefix], '')
  return bare.length === rest.length ? text : text.slice(0, start) + bare
}

/** The text with a signature line in the place that the format requires. The line replaces an existing one (I4). */
export function insertSignature(text: string, line: string, format: SignatureFormat): string {
  const bare = stripSignature(text, format)
  if (!format.afterShebang || !bare.startsWith('#!/')) return line + bare
  const newline = bare.indexOf('\n')
  if (newline === -1) return `${bare}\n${line}`
  return bare.slice(0, newline + 1) + line + bare.slice(newline + 1)
}

/** The length of a leading shebang line with its newline; 0 without a shebang or without a newline. */
function shebangEnd(text: string): number {
  return text.startsWith('#!/') ? text.indexOf('\n') + 1 : 0
}
