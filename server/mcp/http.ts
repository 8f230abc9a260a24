import { Duplex } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { ExactLines, jsonOf, received, sent } from './exact-messages.ts'
import { makeMcpServer } from './mcp-server.ts'
import { Sessions } from './sessions.ts'
import type { Workplace } from './workplace.ts'

/**
 * The route `/mcp`. The handler does not check Host and Origin, because the guard in front of all routes does. Each
 * request and each session has a separate MCP server, and all servers share one workplace.
 */
export function mcpRoute(workplace: Workplace, onError: (error: Error) => void) {
  const handler = createMcpHandler(() => makeMcpServer(workplace, false), { onerror: onError })
  const sessions = new Sessions(() => makeMcpServer(workplace, true), onError)
  return {
    async answer(given: Request): Promise<Response> {
      const { request, body } = await exactRequest(given)
      return exactAnswer((await sessions.answer(request, body)) ?? (await handler.fetch(request)))
    },
    async close(): Promise<void> {
      await sessions.close()
      await handler.close()
      await workplace.close()
    },
  }
}

/**
 * A POST request with a converted body, and the value of this body; undefined if it is not valid JSON. Other requests
 * stay unchanged.
 */
async function exactRequest(request: Request): Promise<{ readonly request: Request; readonly body: unknown }> {
  if (request.method !== 'POST') return { request, body: undefined }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const { url, method, signal } = request
  const text = received(await request.text())
  return { request: new Request(url, { method, headers, signal, body: text }), body: jsonOf(text) }
}

function exactAnswer({ body, status, statusText, headers }: Response): Response {
  if (body === null) return new Response(null, { status, statusText, headers })
  // Node and browsers have different types for the same streams.
  const lines = Duplex.toWeb(new ExactLines(sent)) as unknown as TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>
  const written = new Headers(headers)
  written.delete('content-length')
  return new Response(body.pipeThrough(lines), { status, statusText, headers: written })
}
