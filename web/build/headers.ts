import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/** Sends the headers of each path with every answer of Vite's own servers; its option `headers` leaves them out where nothing has changed (304). */
export function withHeaders(headersOf: (path: string) => Readonly<Record<string, string>>): Plugin {
  const add = ({ url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const [path = ''] = url.split('?')
    for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value)
    next()
  }
  return {
    name: 'rye-headers',
    configureServer: ({ middlewares }) => void middlewares.use(add),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(add),
  }
}
