import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { isKeyContent } from './key-files.ts'

// Node generates the keys; files in the formats of other programs are built from the specifications.

const { privateKey: short, publicKey } = generateKeyPairSync('ed25519')
const { privateKey: long } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const der = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1'): Buffer => key.export({ type, format: 'der' })
const locked = (key: KeyObject, cipher: string): Buffer =>
  key.export({ type: 'pkcs8', format: 'der', cipher, passphrase: 'word' })
const pem = short.export({ type: 'pkcs8', format: 'pem' }).toString()
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', '') + '00'.repeat(80), 'hex')
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const keys: readonly (readonly [name: string, content: Buffer])[] = [
  ['PKCS #8', der(short, 'pkcs8')],
  ['PKCS #8 of RSA', der(long, 'pkcs8')],
  ['PKCS #1', der(long, 'pkcs1')],
  ['SEC 1', der(curve, 'sec1')],
  ['PKCS #8 with a password', locked(short, 'aes-256-cbc')],
  ['PKCS #8 of RSA with a password', locked(long, 'aes-128-cbc')],
  // RFC 7292, appendix C: pbeWithSHAAnd3-KeyTripleDES-CBC.
  ['PKCS #8 with a password of PKCS #12', hex('3082 02a0 301c 06 0a 2a864886f70d010c0103 300e 0408')],
  ['base64 of PKCS #8', Buffer.from(der(short, 'pkcs8').toString('base64'))],
  ['base64 of a key with a password, with lines', Buffer.from(`\n${locked(long, 'aes-256-cbc').toString('base64')}\n`)],
  ['PEM in UTF-16', Buffer.from(`\ufeff${pem}`, 'utf16le')],
  ['PEM in UTF-16 without a mark', Buffer.from(pem, 'utf16le')],
  ['PEM in UTF-16 of the other order', Buffer.from(pem, 'utf16le').swap16()],
  ['PEM in UTF-32', Buffer.concat([...pem].map((one) => Buffer.from([one.charCodeAt(0), 0, 0, 0])))],
  ['PEM in JSON', json({ private_key: pem })],
  ['PEM after much else', Buffer.from(`${'# words\n'.repeat(100_000)}${pem}`)],
  ['JSON Web Key', json(short.export({ format: 'jwk' }))],
  ['a JSON Web Key of RSA, indented', Buffer.from(JSON.stringify(long.export({ format: 'jwk' }), null, 2))],
  ['a set of JSON Web Keys', json({ keys: [curve.export({ format: 'jwk' })] })],
  // RFC 9580, 4.2 and 5.5: tag 5, version 4, time and EdDSA; RSA with a two-byte length; the new packet format.
  ['a secret key of PGP', hex('9458 04 60000000 16')],
  ['a secret RSA key in PGP format', hex('950398 04 60000000 01')],
  ['a secret key of PGP in the new format', hex('c558 04 60000000 16')],
  ['a secret PGP key, version 6', hex('c54b 06 60000000 1b')],
  // A key store starts with the magic number, the version, the count and the tag of the first entry; tag 1 is a private
  // key.
  ['a key store of Java', hex('feedfeed 00000002 00000001 00000001')],
  ['a key store of Java with a secret key', hex('cececece 00000002 00000001 00000003')],
  ['minisign', Buffer.from('untrusted comment: minisign encrypted secret key\nRWRTY0Iy\n')],
  ['signify', Buffer.from('untrusted comment: signify secret key\nRWRCSwAA\n')],
  ['the first SSH', Buffer.from('SSH PRIVATE KEY FILE FORMAT 1.1\n\0\0')],
]

test.for(keys)('a private key is found as %s', ([, content]) => {
  expect(isKeyContent(content)).toBe(true)
})

const others: readonly (readonly [name: string, content: Buffer])[] = [
  ['a public key', Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))],
  ['a public key in DER', publicKey.export({ type: 'spki', format: 'der' })],
  ['a public JSON Web Key', json(publicKey.export({ format: 'jwk' }))],
  ['a public key of PGP', hex('9833 04 60000000 16')],
  ['a store of trusted certificates', hex('feedfeed 00000002 00000001 00000002')],
  ['a public key of minisign', Buffer.from('untrusted comment: minisign public key 1234\nRWQ\n')],
  ['a signature of minisign', Buffer.from('untrusted comment: signature from minisign secret key 12\nRUQ\n')],
  ['text about keys', Buffer.from('Look for -----BEGIN PRIVATE KEY----- at its start, or for "kty" and "d".\n')],
  ['a program', Buffer.from('#!/bin/sh\n# PRIVATE KEY\necho MC4CAQAwBQYDK2VwBCIEIA\n')],
  ['an archive', hex('504b0304 1400 0000 0800')],
  ['nothing', Buffer.alloc(0)],
]

test.for(others)('other content is not mistaken for a private key: %s', ([, content]) => {
  expect(isKeyContent(content)).toBe(false)
})
