import { CLIENT_CAPABILITIES_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import * as v from 'valibot'

const form = v.object({ elicitation: v.looseObject({ form: v.optional(v.unknown()), url: v.optional(v.unknown()) }) })

/**
 * Whether a client can show a form to its user. Each request of protocol 2026 declares this; a connection of protocol
 * 2025 declares it once. A request of protocol 2025 without a connection cannot declare it, so its client cannot show
 * forms.
 */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
  const read = v.safeParse(form, declared)
  if (!read.success) return false
  const { elicitation } = read.output
  return elicitation.form !== undefined || elicitation.url === undefined
}
