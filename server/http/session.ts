import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sameSecret } from './same-secret.ts'

const COOKIE = 'rye_session'
const DAY_SECONDS = 86_400
const WELL_FORMED = /^[\w-]{32}$/

/** The session of a browser, started now if it has none. It is a cookie that scripts and other sites cannot read. */
export function beginSession(c: Context): string {
  const session = sessionOf(c) ?? randomBytes(24).toString('base64url')
  setCookie(c, COOKIE, session, { httpOnly: true, sameSite: 'Strict', secure: true, path: '/api', maxAge: DAY_SECONDS })
  return session
}

/**
 * Whether a request belongs to a session. A resource without an owner has the session null and is open to all
 * requests that pass the guard.
 */
export function isOfSession(c: Context, session: string | null): boolean {
  if (session === null) return true
  return sameSecret(session, sessionOf(c))
}

function sessionOf(c: Context): string | undefined {
  const received = getCookie(c, COOKIE)
  return received !== undefined && WELL_FORMED.test(received) ? received : undefined
}
