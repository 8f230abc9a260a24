import type { ToolAnswer } from './agent.ts'

/** The client metadata of a 2026 request. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

/** The response to one message. */
export interface RawAnswer {
  readonly result?: ToolAnswer & {
    readonly resultType?: string
    readonly requestState?: string
    readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>
  }
  readonly error?: { readonly code: number; readonly message: string }
}

/** The message of a 2026 tool call. */
export function rawBody(name: string, given: object, more: object): object {
  const params = { name, arguments: given, _meta: envelope, ...more }
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
}

/** The headers of a 2026 tool call. */
export const rawHeaders = (name: string) => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
})
