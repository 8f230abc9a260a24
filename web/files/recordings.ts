import type { HttpOutcome, JsonValue, Snapshot } from '#core'

/** An answer that the workspace declares for a request, in `.ai/recordings/*.json`. */
export interface Recording {
  readonly method: string
  readonly url: string
  readonly status_code: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
}

/** The recorded answers of a draft; files that are none are left out. */
export function readRecordings(files: Snapshot['files']): readonly Recording[] {
  return Object.entries(files).flatMap(([path, content]) => {
    if (!/\/\.ai\/recordings\/[^/]+\.json$/.test(path) || typeof content !== 'string') return []
    try {
      const document: unknown = JSON.parse(content)
      return (Array.isArray(document) ? document : [document]).flatMap((one: unknown) => recordingOf(one) ?? [])
    } catch {
      return []
    }
  })
}

/** The outcome of a request from the recordings, or a not-started one that says what would have matched. */
export function answerRecorded(
  request: { readonly method: string; readonly url: string },
  recordings: readonly Recording[],
): HttpOutcome {
  const found = recordings.find(
    (one) => one.method.toUpperCase() === request.method.toUpperCase() && one.url === request.url,
  )
  const common = { primitive: 'http_client', attempts: found ? 1 : 0, duration_ms: 0 } as const
  if (found) {
    return {
      ...common,
      ending: { kind: 'responded', status_code: found.status_code },
      headers: found.headers,
      body: found.body,
    }
  }
  const known = recordings.map((one) => `${one.method} ${one.url}`).join(', ')
  const reason = `Simulating never touches the network, and no recording in .ai/recordings answers ${request.method} ${request.url}.`
  return {
    ...common,
    ending: { kind: 'not-started', reason: known ? `${reason} Recorded: ${known}.` : reason },
    headers: {},
    body: null,
  }
}

function recordingOf(value: unknown): Recording | undefined {
  if (!isMap(value)) return undefined
  const request = isMap(value['request']) ? value['request'] : value
  const response = isMap(value['response']) ? value['response'] : value
  const { method = 'GET', url } = request
  const { status_code = 200, headers, body = null } = response
  if (typeof url !== 'string' || typeof method !== 'string' || typeof status_code !== 'number') return undefined
  const texts = isMap(headers) ? Object.entries(headers).map(([name, text]) => [name, String(text)] as const) : []
  return { method, url, status_code, headers: Object.fromEntries(texts), body: body as JsonValue }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
