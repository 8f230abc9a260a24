import { writeJson } from '#core/read'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refusal } from '../protocol/refusal.ts'

/** Respond to a request with a refusal. */
export function answerRefusal(c: Context, refusal: Refusal): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(refusal.retryAfterSeconds)))
  return jsonAnswer(c, refusalBody(refusal), refusal.status)
}

/** A JSON response. Plans in it can contain values that the framework's own serializer changes (R15.2). */
export function jsonAnswer(c: Context, document: object, status: ContentfulStatusCode = 200): Response {
  return c.body(writeJson(document), status, { 'Content-Type': 'application/json' })
}

/** The body of every error: `{error: {code, message, hint}}` and any facts, without a stack trace. */
export function refusalBody({ code, message, hint, facts }: Refusal) {
  return { error: { code, message, hint }, ...facts }
}
