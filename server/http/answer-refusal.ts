import type { Context } from 'hono'
import type { Refusal } from '../protocol/refusal.ts'

/** The one shape of every error: `{error: {code, message, hint}}`, never a stack. */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(refusal.retryAfterSeconds)))
  const error = { code: refusal.code, message: refusal.message, hint: refusal.hint }
  return c.json({ error, ...refusal.facts }, refusal.status)
}
