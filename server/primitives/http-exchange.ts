import { request as requestPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { guardedLookup, judgeUrl } from './address.ts'
import type { HttpReach } from './address.ts'

/** A complete request with a valid method and valid headers. Its address is checked when it is sent. */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** A refusal by the rules of this host, as opposed to a network error; never retried. */
export class RequestRefused extends Error {}

/** Maximum number of redirects; a service with more is treated as a redirect loop. */
const MOST_REDIRECTS = 5

/** Headers that belong to the connection, not to the plan. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Send a request and follow redirects. Each address is checked by its text and again after DNS, also on each redirect.
 */
export async function exchange(first: WireRequest, reach: HttpReach, signal: AbortSignal): Promise<WireResponse> {
  let request = first
  for (let hops = 0; ; hops++) {
    const response = await send(request, reach, signal)
    const location = response.headers['location']
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return opened(response)
    response.resume()
    if (hops === MOST_REDIRECTS) throw new RequestRefused(`The service sent more than ${MOST_REDIRECTS} redirects.`)
    request = redirected(request, response.statusCode ?? 0, location)
  }
}

function redirected(request: WireRequest, status: number, location: string): WireRequest {
  if (!URL.canParse(location, request.url.href))
    throw new RequestRefused('The service sent a redirect to an invalid URL.')
  const url = new URL(location, request.url)
  const keeps = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD'
  // Another origin must not receive this origin's secrets.
  const headers = url.origin === request.url.origin ? request.headers : onlyHarmless(request.headers)
  return keeps ? { ...request, url, headers } : { method: 'GET', url, headers, body: null }
}

function onlyHarmless(headers: Readonly<Record<string, string>>): Record<string, string> {
  const harmless = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())))
}

function send(request: WireRequest, reach: HttpReach, signal: AbortSignal): Promise<IncomingMessage> {
  const verdict = judgeUrl(request.url, reach)
  if (verdict.kind === 'refused') return Promise.reject(new RequestRefused(verdict.reason))
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  )
  const start = request.url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const sent = start(request.url.href, {
      method: request.method,
      headers: request.body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(request.body) },
      // Connections are not pooled, because a connection from another run would skip the check of the address.
      agent: false,
      lookup: guardedLookup(reach, verdict.mayBePrivate),
      signal,
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(request.body ?? undefined)
  })
}

function opened(response: IncomingMessage): WireResponse {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return { status: response.statusCode ?? 0, headers, body: decoded(response, headers['content-encoding']) }
}

function decoded(response: IncomingMessage, encoding: string | undefined): Readable {
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  if (decoder === undefined) return response
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}
