import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal } from '../protocol/refusal.ts'
import { refusalBody } from './answer-refusal.ts'

/** The response to an incomplete or malformed request; Node's own response has a status but no text. */
export function brokenRequest(code: string | undefined): Refusal {
  // A busy process is also slow to read requests, so a timeout does not prove that the client is slow.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal(
      408,
      'request-late',
      'The request did not arrive completely in time.',
      'Send the request again.',
      {
        retryAfterSeconds: 1,
      },
    )
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal(
      431,
      'headers-too-large',
      'The headers of the request are too large.',
      'Send fewer or shorter headers.',
    )
  return new Refusal(400, 'request-unreadable', 'This is not an HTTP request.', 'Check the data that the client sends.')
}

/**
 * Respond to a broken request on its connection, unless the response to an earlier request is being sent there, and
 * close the connection.
 */
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
