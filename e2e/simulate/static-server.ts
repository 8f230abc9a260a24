import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A static file server that records every request. */
export interface StaticServer {
  readonly url: string
  readonly requests: string[]
  close(): Promise<void>
}

export interface Served {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Serve the files that `find` returns for a path, on a free local port. */
export async function serveFiles(find: (path: string) => Served | undefined): Promise<StaticServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    requests.push(`${request.method} ${request.url}`)
    const file = find(path)
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, file.headers).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
