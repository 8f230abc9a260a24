import type { Context } from 'hono'
import type { Refusal } from '../protocol/refusal.ts'

/** Answer a request with its refusal. */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(refusal.retryAfterSeconds)))
  return c.json(refusalBody(refusal), refusal.status)
}

/** The one shape of every error: `{error: {code, message, hint}}`, never a stack. */
export function refusalBody({ code, message, hint, facts }: Refusal) {
  return { error: { code, message, hint }, ...facts }
}
