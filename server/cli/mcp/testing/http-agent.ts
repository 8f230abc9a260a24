import { literalEngine, startTestServer, type TestServer } from '../../../testing/server.ts'
import { processIo } from '../../io.ts'
import { withAgents } from '../route.ts'
import { envOf, type Told } from './agent.ts'

/** A real server with `/mcp` on folders, whose data lie in one of them. */
export function serverWithAgents(cwd: string, flags: readonly string[] = []): Promise<TestServer> {
  const io = { ...processIo(), cwd, env: envOf(cwd) }
  return startTestServer(flags, (facts) => withAgents(literalEngine, facts, io))
}

/** What a 2026 request says of its client. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

/** The answer to one message. */
export interface RawAnswer {
  readonly result?: Told & {
    readonly resultType?: string
    readonly requestState?: string
    readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>
  }
  readonly error?: { readonly code: number; readonly message: string }
}

/** One tool call as a client that is nobody's library writes it, with whatever it says of approvals. */
export async function rawCall(server: TestServer, name: string, given: object, more: object = {}): Promise<RawAnswer> {
  const body = rawBody(name, given, more)
  return (await (await server.send('POST', '/mcp', body, rawHeaders(name))).json()) as RawAnswer
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
