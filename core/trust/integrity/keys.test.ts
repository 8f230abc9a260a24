import { expect, test } from 'vitest'
import { pureHost } from '../../pure-host.ts'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from '../../text/base64.ts'
import { signHash, verifyHash } from './ed25519.ts'
import { keyToml, parseKeyFile } from './key-file.ts'
import {
  fingerprintOf,
  makeKeyPair,
  privateKeyPem,
  publicKeyPem,
  readKeyPair,
  readPrivateKey,
  readPublicKey,
} from './pem.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

// RFC 8032, section 7.1, test 1.
const seed = bytes('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
const raw = bytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
const pem =
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAxWUOnL+25lw5YCA2JPDOO8KLmkMUB3EJQoj8PmTJc7U=\n-----END PUBLIC KEY-----\n'
const hash = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
const signature = 'lpYYhTfEMVSHjRsl7mz88Gus1mL6A7IAgeR6No2FIqFEH2dz_6eImXvZHls8IPq7S5vFfAAZx-dhqg_pff_YDw'

test('base64 is encoded and decoded for every remainder', () => {
  for (const [text, hex] of [
    ['', ''],
    ['_w', 'ff'],
    ['__4', 'fffe'],
    ['__79', 'fffefd'],
    ['-_79AA', 'fbfefd00'],
  ] as const) {
    expect(decodeBase64Url(text)).toEqual(bytes(hex))
    expect(encodeBase64Url(bytes(hex))).toBe(text)
  }
  expect(encodeBase64(bytes('fbfefd00'))).toBe('+/79AA==')
  expect(decodeBase64('+/79AA==')).toEqual(bytes('fbfefd00'))
})

test.for(['_', 'A', 'AAAAA', '_x', '__x', '__4 ', ' __4', '__+4', '__/4', '_=4', 'é', '__4\n', '\0'])(
  'R10.2: %j is not base64url',
  (text) => {
    expect(decodeBase64Url(text)).toBeUndefined()
  },
)

test('R10.5: key pairs use the standard PEM form of RFC 8032 keys', () => {
  const keys = makeKeyPair(pureHost, seed)
  if ('problem' in keys) throw new Error(keys.problem)
  expect(readPublicKey(keys.public_key_pem)).toEqual(raw)
  expect(readPrivateKey(keys.private_key_pem)).toEqual(seed)
  expect(keys.private_key_pem.split('\n')[1]).toBe('MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g')
  expect(readKeyPair(pureHost, keys.private_key_pem, keys.public_key_pem)).toEqual(keys)
  expect(readKeyPair(pureHost, keys.private_key_pem, pem)).toEqual({ problem: 'mismatch' })
  expect(readKeyPair(pureHost, 'x', pem)).toEqual({ problem: 'private-key' })
  expect(readKeyPair(pureHost, keys.private_key_pem, '')).toEqual({ problem: 'public-key' })
  expect(makeKeyPair(pureHost, new Uint8Array(31))).toEqual({ problem: 'seed' })
})

test.for([
  ['a truncated key', publicKeyPem(raw).slice(0, -30)],
  ['a private key', privateKeyPem(seed)],
  ['a key that is too short', '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n'],
  ['a key of another algorithm', publicKeyPem(raw).replace('MCowBQYDK2Vw', 'MCowBQYDK2Vu')],
  ['a huge key', `-----BEGIN PUBLIC KEY-----${'A'.repeat(5_000_000)}-----END PUBLIC KEY-----`],
  ['a key with another label', publicKeyPem(raw).replace('BEGIN PUBLIC', 'BEGIN SECRET')],
  ['a text of more than 1,000 characters', publicKeyPem(raw).replace('\n', '\n'.repeat(1_000))],
  ['a text with overlapping begin and end lines', '-----BEGIN PUBLIC KEY-----END PUBLIC KEY-----'],
])('%s is refused as a public key', ([, text]) => {
  expect(readPublicKey(text ?? '')).toBeUndefined()
})

test('R10.2: the fingerprint covers the exact PEM text', () => {
  expect(fingerprintOf(pureHost, pem)).toBe('715be177a54b62be')
  expect(fingerprintOf(pureHost, pem.trim())).toBe('99167f7513d8e9ee')
})

test.for<[string, string, string, boolean]>([
  ['an unchanged signature is valid', hash, signature, true],
  ['padding is ignored', hash, `${signature}======`, true],
  ['a signature does not match an upper-case hash', hash.toUpperCase(), signature, false],
  ['an empty signature is not valid', hash, '', false],
  ['a signature with a newline is not valid', hash, `${signature}\n`, false],
  ['a shortened signature is not valid', hash, signature.slice(0, -4), false],
  ['text that is not base64 is not valid', hash, '!!!!', false],
  ['a signature with unused bits that are set is not valid', hash, `${signature.slice(0, -1)}x`, false],
])('R10.2: verification: %s', ([, message, text, valid]) => {
  const key = readPublicKey(pem)
  expect(verifyHash(pureHost, message, text, key)).toBe(valid)
  expect(verifyHash(pureHost, message, text, key)).toBe(valid)
  expect(verifyHash(pureHost, message, text, undefined)).toBe(false)
})

test('R10.2: a host receives only 64-byte signatures', () => {
  const gullible = { ...pureHost, verifyEd25519: () => true }
  expect(verifyHash(gullible, hash, 'AAAA', raw)).toBe(false)
  expect(verifyHash(gullible, hash, signature, raw)).toBe(true)
})

test('R10.2: an unpadded signature verifies, only with its own key', () => {
  const text = signHash(pureHost, hash, seed)
  expect(text).toMatch(/^[\w-]{86}$/)
  expect(verifyHash(pureHost, hash, text, raw)).toBe(true)
  expect(verifyHash(pureHost, hash, text, readPublicKey(pem))).toBe(false)
})

const key = { fingerprint: '715be177a54b62be', owner: 'leo', version: '1.0.0', attestation: null, public_key_pem: pem }

test('R10.3: a trusted key has the expected TOML', () => {
  expect(keyToml(key)).toBe(
    `version = "1.0.0"\ncategory = "keys/trusted"\nfingerprint = "715be177a54b62be"\nowner = "leo"\nattestation = ""\n\n[public_key]\npem = """\n${pem}"""\n`,
  )
})

test.for(['a"b', 'x"\n[public_key]\npem = "evil"', '\\', '"""', '\0\u0001\u007f\r\t', '\u2028é', ''])(
  'R10.3: an owner named %j survives a round-trip as data',
  (owner) => {
    expect(parseKeyFile(pureHost, keyToml({ ...key, owner, attestation: owner }))).toMatchObject({
      ...key,
      owner,
      attestation: owner || null,
    })
  },
)

test('a lone surrogate in the name of an owner is replaced by U+FFFD', () => {
  expect(parseKeyFile(pureHost, keyToml({ ...key, owner: '\ud800' }))).toMatchObject({ owner: '\ufffd' })
})

test.for<[string, string]>([
  ['not TOML', 'fingerprint = \n'],
  ['a NUL', 'fingerprint = "\0"'],
  ['no fingerprint', '[public_key]\npem = "x"'],
  ['no key', 'fingerprint = "x"'],
  ['a key that is not a table', 'fingerprint = "x"\npublic_key = 5'],
  ['a key that is a list', 'fingerprint = "x"\npublic_key = ["pem"]'],
  ['a PEM that is not a string', 'fingerprint = "x"\n[public_key]\npem = 1'],
  ['inherited names', 'fingerprint = "x"\n[__proto__]\npublic_key = { pem = "x" }'],
  ['a byte order mark', `\ufeff${keyToml(key)}`],
  ['deep nesting', `a = ${'['.repeat(100_000)}`],
  ['deep nesting that is closed', `a = ${'['.repeat(5000)}${']'.repeat(5000)}`],
])('R10.3: a key file is refused: %s', ([, text]) => {
  expect(parseKeyFile(pureHost, text)).toEqual({ problem: expect.any(String) as string })
})

test('R8.4: keys such as __proto__ are data in a key file', () => {
  const document = parseKeyFile(pureHost, `__proto__ = 1\nconstructor = 2\n${keyToml(key)}`)
  expect(document).toMatchObject(key)
  expect(({} as Record<string, unknown>)['pem']).toBeUndefined()
})
