import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

export interface ClientRules {
  readonly trustedProxies: readonly string[]
  readonly clientHeader: string
}

/** The URL scheme that the browser used, as reported by a trusted proxy; undefined if no trusted proxy reports it. */
export function forwardedScheme(c: Context, rules: ClientRules): string | undefined {
  return isTrusted(connectionAddress(c), rules) ? c.req.header('x-forwarded-proto')?.toLowerCase() : undefined
}

/** The port at which a request arrived; undefined for a request without a connection. */
export function arrivalPort(c: Context): number | undefined {
  return socketOf(c)?.localPort
}

/** The sender of a request: the address of the connection, or the address that a trusted proxy reports. */
export function clientOf(c: Context, rules: ClientRules): string {
  const connection = connectionAddress(c)
  const chain = c.req.header(rules.clientHeader)?.split(',') ?? []
  let client = connection
  // From the nearest hop outward, the first address that is not a trusted proxy is the client.
  for (let hop = chain.pop()?.trim(); hop !== undefined && isTrusted(client, rules); hop = chain.pop()?.trim()) {
    if (!ipaddr.isValid(hop)) break
    client = hop
  }
  return networkOf(client)
}

function isTrusted(address: string, rules: ClientRules): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return rules.trustedProxies.some((entry) => {
    const network = entry.includes('/') ? entry : `${entry}/${ipaddr.process(entry).kind() === 'ipv4' ? 32 : 128}`
    const [range, bits] = ipaddr.parseCIDR(network)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  })
}

/**
 * The /64 network of an IPv6 address, because a household has a whole /64 network and counts as one client. Other
 * addresses stay whole.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':') + '::/64'
}

function connectionAddress(c: Context): string {
  return socketOf(c)?.remoteAddress ?? 'unknown'
}

function socketOf(c: Context): Socket | undefined {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined
  return env.incoming instanceof IncomingMessage ? env.incoming.socket : undefined
}
