import { createParser } from 'eventsource-parser'
import type { HttpPlan } from '#core/answer'
import { isObject, readJson, writeJson, type JsonValue } from '#core/read'
import { hostRequest } from '#core/rules'
import type { HttpOutcome } from '#core/run'
import type { Snapshot } from '#core/workspace'

/** A response that the workspace declares in `.ai/recordings/*.json` instead of a network request. */
export interface Recording {
  readonly method: string
  /** The URL, which is normalized before a comparison. `*` matches any text. */
  readonly url: string
  readonly status_code: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON or text. For a stream, it is the text of its events or a list of their data. */
  readonly body: JsonValue
}

export type RecordedRequest = Pick<HttpPlan, 'method' | 'url' | 'mode'>

/**
 * The path for the recording of a request. If a file contains only an existing recording of the request, it is the path
 * of that file.
 */
export function placeOfRecording(request: RecordedRequest, files: Snapshot['files']): string {
  const known = Object.entries(files).find(([path, content]) => {
    const [only, ...more] = recordingsIn(path, content)
    return only && more.length === 0 && !only.url.includes('*') && answers(only, request)
  })
  if (known) return known[0]
  const name = `${request.method}-${request.url}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `/project/.ai/recordings/${name.slice(0, 80).replace(/-$/, '')}.json`
}

/** Parse a file with one recording or a list of recordings. Returns undefined for any other document. */
export function parseRecordings(text: string): readonly Recording[] | undefined {
  const read = readJson(text)
  if ('problem' in read) return undefined
  const document = read.value
  const recordings = (Array.isArray(document) ? document : [document]).map(parseRecording)
  return recordings.every((recording) => recording !== undefined) ? recordings : undefined
}

/** The recordings of a draft. Files with another format are ignored. */
export function readRecordings(files: Snapshot['files']): readonly Recording[] {
  return Object.entries(files).flatMap(([path, content]) => recordingsIn(path, content))
}

function recordingsIn(path: string, content: Snapshot['files'][string]): readonly Recording[] {
  const isOne = /\/\.ai\/recordings\/[^/]+\.json$/.test(path) && typeof content === 'string'
  return isOne ? (parseRecordings(content) ?? []) : []
}

/**
 * The result of http_client for a request: the first recording with the same URL, or otherwise the first recording with
 * a matching pattern. Without a recording, the request does not start (R15.2).
 */
export function answerFromRecordings(request: RecordedRequest, recordings: readonly Recording[]): HttpOutcome {
  const fitting = recordings.filter((recording) => answers(recording, request))
  const found = fitting.find(({ url }) => !url.includes('*')) ?? fitting[0]
  if (found === undefined) {
    const ending = { kind: 'not-started', reason: describeMissing(request, recordings) } as const
    return { primitive: hostRequest, ending, headers: {}, body: null, attempts: 0, duration_ms: 0 }
  }
  const body = request.mode === 'stream' ? eventsOf(found.body) : jsonOrText(found.body)
  const ending = { kind: 'responded', status_code: found.status_code } as const
  return { primitive: hostRequest, ending, headers: found.headers, body, attempts: 1, duration_ms: 0 }
}

/** The recording of a real response, to save in the workspace; undefined if there was no response. */
export function recordAnswer(request: RecordedRequest, outcome: HttpOutcome): Recording | undefined {
  if (outcome.ending.kind !== 'responded') return undefined
  const { method, url } = request
  // Keep only headers that describe the body, because other headers, such as cookies, are private.
  const headers = Object.fromEntries(Object.entries(outcome.headers).filter(([name]) => /^content-type$/i.test(name)))
  return { method, url, status_code: outcome.ending.status_code, headers, body: outcome.body }
}

function parseRecording(value: JsonValue): Recording | undefined {
  if (!isObject(value)) return undefined
  // Supports both formats: flat, and with separate request and response.
  const request = isObject(value['request']) ? value['request'] : value
  const response = isObject(value['response']) ? value['response'] : value
  const { method = 'GET', url } = request
  const { status_code = 200, headers = {}, body = null } = response
  if (typeof method !== 'string' || typeof url !== 'string' || !isObject(headers)) return undefined
  if (typeof status_code !== 'number' || !Number.isInteger(status_code)) return undefined
  const texts = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)])
  return { method, url, status_code, headers: Object.fromEntries(texts) as Record<string, string>, body }
}

function answers(recording: Recording, request: RecordedRequest): boolean {
  if (recording.method.toUpperCase() !== request.method.toUpperCase()) return false
  const wanted = normalUrl(request.url)
  if (!recording.url.includes('*')) return normalUrl(recording.url) === wanted
  return matchesParts(recording.url.split('*'), request.url) || matchesParts(recording.url.split('*'), wanted)
}

/**
 * Whether a string consists of these parts in order, with any text between them. Uses no regular expression, to avoid
 * slow backtracking.
 */
function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

function normalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

function jsonOrText(body: JsonValue): JsonValue {
  if (typeof body !== 'string') return body
  const read = readJson(body)
  return 'value' in read ? read.value : body
}

function eventsOf(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body as JsonValue
  if (typeof body !== 'string') return [writeJson(body)]
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) })
  // Complete the last event, because a real run also includes an incomplete event.
  parser.feed(`${body.replace(/^\uFEFF/, '')}\n\n`)
  return events
}

function describeMissing(request: RecordedRequest, recordings: readonly Recording[]): string {
  const shown = recordings.slice(0, 5).map((recording) => `${recording.method} ${recording.url}`)
  const more = recordings.length > shown.length ? ` and ${recordings.length - shown.length} more` : ''
  const known = shown.length === 0 ? 'The workspace has no recordings.' : `Recorded: ${shown.join(', ')}${more}.`
  return (
    `The simulation has no network, and no recording in .ai/recordings answers ${request.method} ${request.url}. ` +
    `${known} Add a recording, or run the request on a server and save the answer.`
  )
}
