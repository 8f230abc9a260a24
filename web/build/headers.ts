import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/**
 * Sends the headers of each path with every response of Vite's servers. The `headers` option of Vite omits them in a
 * 304 response.
 */
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
