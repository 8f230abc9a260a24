import { request } from 'node:http'
import type { TestServer } from './server.ts'

/** Headers in the form in which they are sent. */
export type Headers = Readonly<Record<string, string>>

/** A response, with its body as text. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request with exactly these headers; `fetch` adds some headers and forbids others. */
export function raw(
  server: TestServer,
  method: string,
  path: string,
  headers: Headers,
  body?: string | readonly string[],
): Promise<Answer> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, setHost: false, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    for (const part of typeof body === 'string' ? [body] : (body ?? [])) sent.write(part)
    sent.end()
  })
}

/** The headers, except the named ones. */
export const without = (headers: Headers, ...names: readonly string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

/** The error code of a refused request. */
export const codeOf = (answer: Answer): unknown => (JSON.parse(answer.body) as { error?: { code: string } }).error?.code
