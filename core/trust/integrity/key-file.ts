import { parse, type TomlTable } from 'smol-toml'
import type { Host } from '../../input/host.ts'
import { fingerprintOf, readPublicKey } from './pem.ts'

/** A trusted-key file: a public key and its owner (R10.3). */
export interface KeyDocument {
  /** The fingerprint computed from the key, not the fingerprint declared in the file. */
  readonly fingerprint: string
  readonly owner: string
  readonly version: string
  readonly attestation: string | null
  readonly public_key_pem: string
  /** The raw key; undefined if the PEM contains no Ed25519 key, so that no signature is valid. */
  readonly public_key: Uint8Array | undefined
}

/**
 * Reads a trusted-key file in TOML, in which a signature line is a comment. Keys such as `__proto__` are ordinary keys.
 */
export function parseKeyFile(host: Host, text: string): KeyDocument | { readonly problem: string } {
  const table = parseToml(text)
  if (!table) return { problem: 'it is not valid TOML' }
  if (!Object.hasOwn(table, 'fingerprint')) return { problem: 'it has no fingerprint' }
  const section = ownValue(table, 'public_key')
  const pem = isTable(section) ? ownValue(section, 'pem') : undefined
  if (typeof pem !== 'string') return { problem: 'it has no public_key.pem' }
  const public_key_pem = `${pem.trim()}\n`
  return {
    fingerprint: fingerprintOf(host, public_key_pem),
    owner: textOf(ownValue(table, 'owner')) ?? 'unknown',
    version: textOf(ownValue(table, 'version')) ?? '1.0.0',
    attestation: textOf(ownValue(table, 'attestation')) || null,
    public_key_pem,
    public_key: readPublicKey(public_key_pem),
  }
}

/** The unsigned trusted-key TOML of a key (R10.3). */
export function keyToml(
  key: Pick<KeyDocument, 'fingerprint' | 'owner' | 'version' | 'attestation' | 'public_key_pem'>,
): string {
  return [
    `version = ${tomlText(key.version)}`,
    'category = "keys/trusted"',
    `fingerprint = ${tomlText(key.fingerprint)}`,
    `owner = ${tomlText(key.owner)}`,
    `attestation = ${tomlText(key.attestation ?? '')}`,
    '',
    '[public_key]',
    'pem = """',
    tomlEscaped(key.public_key_pem.trim(), /["\\\u0000-\u0009\u000b-\u001f\u007f]/g),
    '"""',
    '',
  ].join('\n')
}

function parseToml(text: string): TomlTable | undefined {
  if (text.startsWith('\ufeff')) return undefined
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: 100 })
  } catch {
    return undefined // the parser throws for text that is not TOML, and other errors look the same
  }
}

function isTable(value: TomlTable[string] | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value)
}

function ownValue(table: TomlTable, name: string): TomlTable[string] | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function textOf(value: TomlTable[string] | undefined): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function tomlText(text: string): string {
  return `"${tomlEscaped(text, /["\\\u0000-\u001f\u007f]/g)}"`
}

/** Escapes the characters that TOML strings forbid. A lone surrogate, which no file can contain, becomes U+FFFD. */
function tomlEscaped(text: string, forbidden: RegExp): string {
  return text.replace(/\p{Cs}/gu, '\ufffd').replace(forbidden, escapeUnit)
}

function escapeUnit(unit: string): string {
  return escapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
