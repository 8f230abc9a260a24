import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Service {
  readonly port: number
  readonly requests: readonly {
    readonly method: string
    readonly url: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[]
  close(): Promise<void>
}

/** A real HTTP service on a loopback port that records its requests. */
export async function startService(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Service> {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
