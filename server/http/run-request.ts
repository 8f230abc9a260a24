import type { AnalysisRequest } from '../engine/host.ts'
import { Refusal } from './errors.ts'

/** The body of `POST /api/run`: what to analyse, which plan the person saw, and their word that it may run. */
export interface RunRequest extends AnalysisRequest {
  readonly plan_digest: string
  readonly confirmation: string
}

/** Read the body of a request as an object, or refuse it. */
export async function readObject(request: { text(): Promise<string> }): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown
  try {
    body = JSON.parse(await request.text())
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'body-unreadable', 'The body is no JSON.', 'Send one JSON object.')
  }
  if (!isObject(body)) throw new Refusal(400, 'body-unreadable', 'The body is no JSON object.', 'Send one JSON object.')
  return body
}

/** Read a run request; every field that is wrong is named. */
export function parseRunRequest(body: Readonly<Record<string, unknown>>): RunRequest {
  return {
    ...parseAnalysisRequest(body),
    plan_digest: textOf(body, 'plan_digest'),
    confirmation: textOf(body, 'confirmation'),
  }
}

/** Read what is to be analysed: files and an item, never a plan. */
export function parseAnalysisRequest(body: Readonly<Record<string, unknown>>): AnalysisRequest {
  const { workspace, parameters } = body
  if (workspace === undefined) throw wrong('workspace', 'is missing')
  if (parameters !== undefined && !isObject(parameters)) throw wrong('parameters', 'must be an object')
  return {
    workspace,
    item_id: textOf(body, 'item_id'),
    parameters: parameters ?? {},
    dialect: textOf(body, 'dialect'),
  }
}

/** A field that must be a text of bearable length. */
export function textOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.length > 4096) throw wrong(name, 'must be a text')
  return value
}

function wrong(name: string, what: string): Refusal {
  return new Refusal(400, 'body-unreadable', `${name} ${what}.`, 'See the description of the request in the README.')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
