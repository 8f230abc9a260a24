import { writeJson } from '#core/read'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refusal } from '../protocol/refusal.ts'

/** Answer a request with its refusal. */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(refusal.retryAfterSeconds)))
  return jsonAnswer(c, refusalBody(refusal), refusal.status)
}

/** An answer in JSON; plans in it can have values that the framework's own writer changes (R15.2). */
export function jsonAnswer(c: Context, document: object, status: ContentfulStatusCode = 200): Response {
  return c.body(writeJson(document), status, { 'Content-Type': 'application/json' })
}

/** The one shape of every error: `{error: {code, message, hint}}`, never a stack. */
export function refusalBody({ code, message, hint, facts }: Refusal) {
  return { error: { code, message, hint }, ...facts }
}
