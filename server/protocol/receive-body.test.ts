import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveBody, receivedText, textOfBody } from './receive-body.ts'

const said = 'héllo \u{1F600} '.repeat(1000)
const whole = Buffer.from(said)
const sha256 = createHash('sha256').update(whole).digest('base64')

test.for([
  { name: 'in one piece', size: whole.length },
  { name: 'in pieces that cut characters in two', size: 7 },
])('a body that arrives $name is complete, with the digest of all its bytes', async ({ size }) => {
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
    whole.subarray(at * size, at * size + size),
  )
  const received = await receiveBody({ body: ReadableStream.from(pieces.map((piece) => new Uint8Array(piece))) })
  expect(received.digest).toBe(sha256)
  expect(textOfBody(received)).toBe(said)
  expect(receivedText(said)).toEqual(received)
})

test('a missing body counts as empty, and invalid UTF-8 is replaced as in `Request`', async () => {
  expect(await receiveBody({ body: null })).toEqual(receivedText(''))
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62])
  const request = () => new Request('http://localhost/', { method: 'POST', body: bytes })
  expect(textOfBody(await receiveBody(request()))).toBe(await request().text())
})
