import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal } from '../protocol/refusal.ts'
import { refusalBody } from './answer-refusal.ts'

/** What a request is told that never came whole, or is none; Node alone would send a status without a word. */
export function brokenRequest(code: string | undefined): Refusal {
  // The loop that reads requests also stands still where its process gets no turn: then nobody was slow but it.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal(408, 'request-late', 'The request did not come whole in time.', 'Send it again.', {
      retryAfterSeconds: 1,
    })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal(431, 'headers-too-large', 'The headers of the request are too large.', 'Send fewer or shorter.')
  return new Refusal(400, 'request-unreadable', 'This is no HTTP request.', 'Check what was sent.')
}

/** Answer a broken request on its connection, unless an answer to an earlier one is on its way there, and end the connection. */
export function answerBroken(refusal: Refusal, socket: Duplex, earlier: ServerResponse | undefined): void {
  if (!socket.writable || (earlier?.headersSent && !earlier.writableFinished)) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(refusalBody(refusal))
  const { status, retryAfterSeconds } = refusal
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  socket.end([...head, '', body].join('\r\n'), () => socket.destroy())
}
