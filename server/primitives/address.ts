import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import ipaddr from 'ipaddr.js'

/** The hosts that the HTTP primitive may reach. Default: none. */
export interface HttpReach {
  /** `api.example.org` or `*.example.org`, each with an optional `:port`. Default port: that of the URL scheme. */
  readonly allowed: readonly string[]
  /** Entries in the same format that may have a private address; empty in hosted mode. */
  readonly allowedPrivate: readonly string[]
  /** The name resolution, which tests replace to simulate a hostile server. */
  readonly resolve?: Resolve
}

type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** Addresses that look public but belong to internal services of clouds. */
const CLOUD_SERVICES = new Set(['168.63.129.16'])
/** All public IPv6 addresses; the notations of IPv4 addresses are outside this range. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Whether an address belongs to the public internet: loopback, private, link-local and mapped addresses do not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || CLOUD_SERVICES.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

export type UrlVerdict =
  { readonly kind: 'allowed'; readonly mayBePrivate: boolean } | { readonly kind: 'refused'; readonly reason: string }

/** Check a URL by its text: scheme, allow-list, and the host if it is an address. */
export function judgeUrl(url: URL, reach: HttpReach): UrlVerdict {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`${url.protocol} is not supported. Use http: or https:.`)
  if (url.username !== '' || url.password !== '')
    return refused('User names and passwords in URLs are not supported. Use auth.')
  const mayBePrivate = reach.allowedPrivate.some((entry) => names(entry, url))
  if (mayBePrivate) return { kind: 'allowed', mayBePrivate }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal))
    return refused(`${url.host} is not a public address. To allow it, pass --http-allow-private ${url.host}.`)
  if (!reach.allowed.some((entry) => names(entry, url)))
    return refused(`${url.host} is not an allowed host. To allow it, pass --http-allow ${url.host}.`)
  return { kind: 'allowed', mayBePrivate }
}

function refused(reason: string): UrlVerdict {
  return { kind: 'refused', reason }
}

function names(entry: string, url: URL): boolean {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  if ((port ?? '') !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * The hook that Node calls to resolve a host name. Node connects to the address that was checked, so a name cannot
 * resolve to a different address for the connection.
 */
export function guardedLookup(reach: HttpReach, mayBePrivate: boolean) {
  const resolve = reach.resolve ?? resolveBySystem
  return (name: string, options: { all?: boolean | undefined }, callback: LookupCallback): void => {
    resolve(name).then(
      (addresses) => {
        const bad = mayBePrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
        const [first] = addresses
        if (bad !== undefined)
          callback(
            new AddressRefused(
              `${name} has the address ${bad.address}, which is not public. To allow it, pass --http-allow-private with the host.`,
            ),
            [],
          )
        else if (first === undefined) callback(new Error(`${name} did not resolve to an address.`), [])
        else if (options.all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}

/** A name that resolves to a forbidden address; a retry would not help. */
export class AddressRefused extends Error {}

function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true, verbatim: true }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    )
  })
}
