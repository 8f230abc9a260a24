import { CLIENT_CAPABILITIES_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import * as v from 'valibot'

const form = v.object({ elicitation: v.looseObject({ form: v.optional(v.unknown()), url: v.optional(v.unknown()) }) })

/**
 * Whether a client can show its person a form: each request of 2026 declares it, a connection of 2025 when it begins.
 * A request of 2025 without a connection declares nothing, so it cannot.
 */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
  const read = v.safeParse(form, declared)
  if (!read.success) return false
  const { elicitation } = read.output
  return elicitation.form !== undefined || elicitation.url === undefined
}
