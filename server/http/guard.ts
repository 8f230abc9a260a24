import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { isLoopback } from '../config.ts'
import { arrivalPort, clientOf, forwardedScheme } from './client.ts'
import type { ClientRules } from './client.ts'
import { answerRefusal } from './answer-refusal.ts'
import { spend } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import { sameSecret } from './same-secret.ts'

export interface GuardRules extends ClientRules {
  /**
   * Host names of this server. A name with a port is valid only at that port. A name without a port is valid at the
   * server's own port and, unless it is a loopback name, at the default ports.
   */
  readonly allowedHosts: readonly string[]
  /** Per-launch token of local mode; null in hosted mode. */
  readonly token: string | null
  /** Paths that can be written without the token, because their routes check a key of their own. */
  readonly openWrites?: RegExp
  readonly bodyBytes: number
  /** The rate limit of one client. */
  readonly limiter: RateLimiterAbstract
  /** Called when the guard refuses a request. */
  readonly onRefused?: (code: string, traceparent: string | undefined) => void
}

/** The results of the guard, for the routes after it. */
export interface GuardVariables {
  readonly client: string
  /** The trace of the request, if a route has started one. */
  readonly trace?: string
}

const READS = new Set(['GET', 'HEAD'])
const WRITES_BODY = new Set(['POST', 'PUT', 'PATCH'])
/** Paths that count toward the rate limit: those outside the page's files. */
const COUNTED = /^\/(api|metrics|mcp|s)(\/|$)/
/** Paths that also require the token for reading. */
const CLOSED = /^\/(api|metrics|mcp)(\/|$)/
/**
 * Paths that can be read without the token. Short links are for other people and tabs. An ID has 192 bits of a digest,
 * so only a user with the link or its content can know the ID.
 */
const OPEN_READS = /^\/api\/(health|shares\/[\w-]{32})$/

/**
 * The checks before every route: Host, Origin, token, content type, body size and rate. The guard uses methods and
 * paths, not routes, so it also covers routes that are added later.
 */
export function guard(rules: GuardRules): MiddlewareHandler<{ Variables: GuardVariables }> {
  const { limiter } = rules
  const limitBody = bodyLimit({
    maxSize: rules.bodyBytes,
    onError: () => {
      throw new Refusal(
        413,
        'body-too-large',
        `A request can have at most ${rules.bodyBytes} bytes (setting body_bytes).`,
        'Send a smaller request.',
      )
    },
  })
  return async (c, next) => {
    const { method, path } = c.req
    try {
      const client = clientOf(c, rules)
      c.set('client', client)
      const url = checkHost(c.req.header('host') ?? new URL(c.req.url).host, arrivalPort(c), rules)
      checkAuthority(new URL(c.req.url), url)
      const origin = c.req.header('origin')
      if (origin !== undefined) checkOrigin(origin, url, forwardedScheme(c, rules))
      const isRead = READS.has(method)
      if (COUNTED.test(path) && path !== '/api/health') await spend(limiter, client)
      const received = c.req.header('x-rye-token') ?? bearer(c.req.header('authorization'))
      const hasToken = rules.token !== null && sameSecret(rules.token, received)
      const isOpen = isRead
        ? !CLOSED.test(path) || OPEN_READS.test(path)
        : method === 'POST' && rules.openWrites?.test(path) === true
      if (rules.token !== null && !isOpen && !hasToken) {
        throw new Refusal(
          401,
          'token-missing',
          'This page is not connected to the server. Open the URL that `npm start` printed.',
          'Programs send the token of that URL as `Authorization: Bearer TOKEN`.',
        )
      }
      if (!isRead) checkWrite(c.req.header('sec-fetch-site'), origin, hasToken)
      if (WRITES_BODY.has(method)) checkContentType(c.req.header('content-type'))
      else if (!isRead && method !== 'DELETE') {
        throw new Refusal(405, 'method-refused', `This server does not support ${method}.`, 'Use GET, POST or DELETE.')
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      rules.onRefused?.(error.code, c.req.header('traceparent'))
      return answerRefusal(c, error)
    }
    return WRITES_BODY.has(method) ? limitBody(c, next) : next()
  }
}

const hostRefused = (): Refusal =>
  new Refusal(
    421,
    'host-refused',
    'This server does not accept the host name of the request.',
    'Add the name to --allowed-hosts.',
  )

function checkHost(host: string, arrived: number | undefined, rules: GuardRules): URL {
  const url = /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (url === undefined || !isAllowed(url, arrived, rules)) throw hostRefused()
  return url
}

/**
 * Whether a host is valid. A name that is listed with a port is valid at that port. Every other name is valid at the
 * server's own port; a name that is not a loopback name is also valid at the default ports.
 */
function isAllowed(host: URL, arrived: number | undefined, { allowedHosts }: GuardRules): boolean {
  if (allowedHosts.includes(host.host)) {
    if (host.port !== '' || arrived === undefined || !isLoopback(host.hostname)) return true
    return arrived === 80
  }
  const isOurs = arrived === undefined || host.port === String(arrived)
  return allowedHosts.includes(host.hostname) && (isOurs || (host.port === '443' && !isLoopback(host.hostname)))
}

/**
 * Checks the target in a request line: http, without credentials, and with the name in the header. A proxy could use
 * one name, and a check the other.
 */
function checkAuthority(target: URL, host: URL): void {
  if (target.protocol !== 'http:' || target.host !== host.host || target.username !== '' || target.password !== '') {
    throw hostRefused()
  }
}

/**
 * Checks that the origin has the name and port of the host, which is already checked. Refuses `null` and schemes other
 * than http and https.
 */
function checkOrigin(origin: string, host: URL, scheme: string | undefined): void {
  const url = /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined
  // A proxy can receive https and send http to this server, and reports the original scheme. A loopback name has no
  // proxy in front of it.
  const spoken = scheme ?? (isLoopback(host.hostname) ? 'http' : undefined)
  if (
    url === undefined ||
    url.hostname !== host.hostname ||
    (spoken !== undefined && url.protocol !== `${spoken}:`) ||
    !samePort(url, host)
  ) {
    throw new Refusal(
      403,
      'origin-refused',
      'This server refuses requests from the origin of this request.',
      'Use the page of this server.',
    )
  }
}

function samePort(origin: URL, host: URL): boolean {
  const usual = origin.protocol === 'https:' ? '443' : '80'
  return (origin.port || usual) === (host.port || usual)
}

function checkWrite(site: string | undefined, origin: string | undefined, hasToken: boolean): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new Refusal(
      403,
      'site-refused',
      'This server refuses requests from other sites.',
      'Use the page of this server.',
    )
  }
  if (origin === undefined && !hasToken) {
    throw new Refusal(
      403,
      'origin-missing',
      'A request that changes data must have an Origin header.',
      'Send an Origin header, or the token in x-rye-token.',
    )
  }
}

function checkContentType(type: string | undefined): void {
  if (!type || !/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type)) {
    throw new Refusal(415, 'json-only', 'The body must be JSON.', 'Send content-type: application/json.')
  }
}

function bearer(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer (\S+)$/)?.[1]
}
