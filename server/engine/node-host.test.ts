import fc from 'fast-check'
import { createHash, generateKeyPairSync, sign as nodeSign } from 'node:crypto'
import { expect, test } from 'vitest'
import { pureHost } from '#core/answer'
import { readPublicKey } from '#core/trust'
import { propertyRuns } from '#core/testing'
import { nodeHost } from './node-host.ts'

/** Any UTF-16 text, including lone surrogates. fast-check's own units of this kind take seconds to prepare. */
const texts = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: most }).map((units) => String.fromCharCode(...units))
const bytes = (most: number) => fc.uint8Array({ maxLength: most })
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))

test('both hosts compute the same SHA-256 for every string and all bytes', () => {
  fc.assert(
    fc.property(fc.oneof(texts(300), bytes(300)), (data) => {
      expect(nodeHost.sha256(data)).toBe(pureHost.sha256(data))
    }),
    { numRuns: propertyRuns(100) },
  )
  expect(nodeHost.sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test.for([
  ['a byte order mark', 'efbbbf61'],
  ['an overlong encoding', 'c0af'],
  ['an encoded surrogate', 'eda080'],
  ['a code point after the last character', 'f4908080'],
  ['an incomplete character', 'e282'],
  ['the last character', 'f48fbfbf'],
  ['a lone surrogate in a string', Buffer.from('\ud800', 'utf8').toString('hex')],
] as const)('both hosts decode UTF-8 in the same way: %s', ([, data]) => {
  expect(nodeHost.decodeUtf8(hex(data))).toBe(pureHost.decodeUtf8(hex(data)))
})

test('both hosts decode any bytes in the same way, even from the middle of a larger buffer', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        bytes(40),
        texts(40).map((text) => new Uint8Array(Buffer.from(text))),
      ),
      (data) => {
        const framed = new Uint8Array(data.length + 7).fill(0x41)
        framed.set(data, 3)
        const middle = framed.subarray(3, 3 + data.length)
        expect(nodeHost.decodeUtf8(middle)).toBe(pureHost.decodeUtf8(data))
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

test('both hosts create the same signatures', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes(80), (seed, message) => {
      const signature = nodeHost.signEd25519(message, seed)
      expect(signature).toEqual(pureHost.signEd25519(message, seed))
    }),
    { numRuns: propertyRuns(20) },
  )
})

test('both hosts give the same verdict on valid and corrupted signatures', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = readPublicKey(String(publicKey.export({ format: 'pem', type: 'spki' }))) ?? new Uint8Array()
  const verdicts = fc.record({
    message: bytes(40),
    at: fc.integer({ min: 0, max: 63 }),
    flip: fc.integer({ min: 0, max: 255 }),
  })
  fc.assert(
    fc.property(verdicts, ({ message, at, flip }) => {
      const signature = new Uint8Array(nodeSign(null, message, privateKey))
      signature[at] = (signature[at] ?? 0) ^ flip
      const verdict = nodeHost.verifyEd25519(signature, message, key)
      expect(verdict).toBe(flip === 0)
      expect(pureHost.verifyEd25519(signature, message, key)).toBe(verdict)
    }),
    { numRuns: propertyRuns(30) },
  )
})

const low = '00'.repeat(32)
const one = `01${'00'.repeat(31)}`
const order8 = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'
/** p + 1: the point with y = 1, encoded without reduction. */
const unreduced = `ee${'ff'.repeat(30)}7f`

test.for([
  { name: 'the neutral point', key: one, signature: one + low },
  { name: 'a point of order 2', key: `ec${'ff'.repeat(30)}7f`, signature: one + low },
  { name: 'a point of order 4', key: low, signature: one + low },
  { name: 'a point of order 8', key: order8, signature: one + low },
  { name: 'a coordinate that is not reduced', key: unreduced, signature: one + low },
  { name: 'a key that is not a point', key: `02${'00'.repeat(31)}`, signature: one + low },
  { name: 'a key that is too short', key: '01', signature: one + low },
  { name: 'a signature that is too short', key: order8, signature: one },
])('RFC 8032: neither host accepts $name', ({ key, signature }) => {
  for (const message of ['', 'a', 'b', createHash('sha256').update('c').digest('hex')]) {
    const asked = [hex(signature), new TextEncoder().encode(message), hex(key)] as const
    expect([nodeHost.verifyEd25519(...asked), pureHost.verifyEd25519(...asked)]).toEqual([false, false])
  }
})
