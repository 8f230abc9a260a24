import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Refusal } from '../protocol/refusal.ts'
import { answerRefusal, jsonAnswer } from './answer-refusal.ts'
import { answerBroken, brokenRequest } from './broken-request.ts'

type Earlier = Pick<ServerResponse, 'headersSent' | 'writableFinished'>

/** The text that is sent on a connection after a broken request, until the connection is closed. */
async function answered(refusal: Refusal, earlier?: Earlier, isWritable = true) {
  const socket = new PassThrough()
  if (!isWritable) socket.end()
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  answerBroken(refusal, socket, earlier as ServerResponse | undefined)
  await closed
  return text
}

test.for([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout', 'request-late', ['Retry-After: 1']],
  ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large', 'headers-too-large', []],
  ['HPE_INVALID_METHOD', 400, 'Bad Request', 'request-unreadable', []],
  [undefined, 400, 'Bad Request', 'request-unreadable', []],
] as const)('a request with the error %s is answered with %i %s', async ([error, status, phrase, code, retry]) => {
  const [head = '', body = ''] = (await answered(brokenRequest(error))).split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual([
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...retry,
    'Connection: close',
  ])
  expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String), hint: expect.any(String) } })
})

test.for([
  { headersSent: false, writableFinished: false, isAnswered: true },
  { headersSent: true, writableFinished: true, isAnswered: true },
  { headersSent: true, writableFinished: false, isAnswered: false },
])(
  'a broken request is answered (headers sent: $headersSent, response finished: $writableFinished): $isAnswered',
  async ({ isAnswered, ...earlier }) => {
    expect((await answered(brokenRequest(undefined), earlier)).startsWith('HTTP/1.1 400')).toBe(isAnswered)
  },
)

test('a closed connection gets no response', async () => {
  expect(await answered(brokenRequest(undefined), undefined, false)).toBe('')
})

/** The response to a request that is refused in this way. */
const refused = (more?: ConstructorParameters<typeof Refusal>[4]) =>
  new Hono()
    .get('/', (c) => answerRefusal(c, new Refusal(429, 'too-many-requests', 'Too many.', 'Wait.', more)))
    .request('/')

test('a refusal is a JSON document with its facts, and its time to retry in whole seconds', async () => {
  const answer = await refused({ retryAfterSeconds: 1.2, facts: { level: 'full' } })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
    ...[429, '2', 'application/json'],
  ])
  const error = { code: 'too-many-requests', message: 'Too many.', hint: 'Wait.' }
  expect(await answer.json()).toEqual({ error, level: 'full' })
  expect((await refused()).headers.get('retry-after')).toBeNull()
})

test('numbers of a document keep their spelling (R15.2)', async () => {
  const app = new Hono().get('/', (c) => jsonAnswer(c, { a: { $py: 'float', repr: '21.0' } }))
  const answer = await app.request('/')
  expect([answer.status, await answer.text()]).toEqual([200, '{"a":21.0}'])
})
