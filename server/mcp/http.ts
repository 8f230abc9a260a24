import { Duplex } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { ExactLines, received, sent } from './exact-messages.ts'
import { makeMcpServer } from './mcp-server.ts'
import type { Workplace } from './workplace.ts'

/**
 * The route `/mcp`. The handler does not check Host and Origin, because the guard in front of all routes does. Each
 * request has a separate MCP server, and all servers share one workplace.
 */
export function mcpRoute(workplace: Workplace, onError: (error: Error) => void) {
  const handler = createMcpHandler(() => makeMcpServer(workplace), { onerror: onError })
  return {
    answer: async (request: Request): Promise<Response> =>
      exactAnswer(await handler.fetch(await exactRequest(request))),
    async close(): Promise<void> {
      await handler.close()
      await workplace.close()
    },
  }
}

async function exactRequest(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const { url, method, signal } = request
  return new Request(url, { method, headers, signal, body: received(await request.text()) })
}

function exactAnswer({ body, status, statusText, headers }: Response): Response {
  if (body === null) return new Response(null, { status, statusText, headers })
  // Node and browsers have different types for the same streams.
  const lines = Duplex.toWeb(new ExactLines(sent)) as unknown as TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>
  const written = new Headers(headers)
  written.delete('content-length')
  return new Response(body.pipeThrough(lines), { status, statusText, headers: written })
}
