import { createMcpHandler } from '@modelcontextprotocol/server'
import { makeMcpServer } from './mcp-server.ts'
import type { Workplace } from './workplace.ts'

/**
 * The route `/mcp`. The handler looks at neither Host nor Origin: the guard before all routes does. Each request has a server of its
 * own, over one workplace.
 */
export function mcpRoute(workplace: Workplace, onError: (error: Error) => void) {
  const handler = createMcpHandler(() => makeMcpServer(workplace), { onerror: onError })
  return {
    answer: (request: Request): Promise<Response> => handler.fetch(request),
    async close(): Promise<void> {
      await handler.close()
      await workplace.close()
    },
  }
}
