import { serverToken } from './server-token.ts'

/** The progress of a learner in one lesson, as the server keeps it until the class ends. */
export interface LessonReport {
  readonly lesson: string
  readonly title: string
  readonly steps: readonly {
    readonly id: string
    readonly state: 'open' | 'done' | 'helped'
    /** The answers that the learner chose wrongly. */
    readonly wrong: readonly string[]
  }[]
}

interface HelpRequest {
  /** The fragment of a link to the learner's draft, while the learner asks for help. */
  readonly help: string | null
}

/** The report of a learner about the open lesson. */
export type ClassReport = LessonReport & HelpRequest

/** The class as its teacher sees it. */
export interface ClassOverview {
  /** The link for learners. */
  readonly link: string
  readonly over: boolean
  /** The number of changes to the class so far, by which a request waits for the next change. */
  readonly version: number
  readonly learners: readonly ({ readonly name: string; readonly reports: readonly LessonReport[] } & HelpRequest)[]
}

/** Join a class. Returns the secret for reports, and the name, to which the server can add a number. */
export function joinClass(key: string, name: string): Promise<{ readonly learner: string; readonly name: string }> {
  return ask('POST', '/api/class/join', { key, name })
}

export function reportToClass(key: string, learner: string, report: ClassReport): Promise<unknown> {
  return ask('POST', '/api/class/report', { key, learner, report })
}

/**
 * The class of this server, for the teacher. With `after`, the server answers only when the class has another version.
 */
export function readClass(after?: number): Promise<ClassOverview> {
  return ask('GET', after === undefined ? '/api/class' : `/api/class?after=${after}`)
}

/** End the class. The server removes all names and reports. */
export function endClass(): Promise<unknown> {
  return ask('DELETE', '/api/class')
}

/** The error for a server that did not answer. A later request can succeed. */
export class ClassUnreachable extends Error {}

/** Sends a request to the page's server, whose answers have a known format. Rejects with the server's message. */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const token = serverToken()
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-rye-token': token }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ClassUnreachable('The class server does not answer. The page tries again.')
  })
  const answer = (await response.json().catch(() => undefined)) as
    (T & { readonly error?: { readonly code?: string; readonly message?: string; readonly hint?: string } }) | undefined
  if (response.ok && answer !== undefined) return answer
  const { code, message, hint } = answer?.error ?? {}
  throw new Error(
    message === undefined || code === 'path-unknown'
      ? 'This server has no class. Start it with npm start -- --class.'
      : `${message} ${hint ?? ''}`,
  )
}
