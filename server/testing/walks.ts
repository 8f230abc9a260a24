import { GraphListener, isWalkEvent, readMessage, type GraphEvent, type GraphMessage, type Message } from '#core/run'
import { bundleOfDialect } from '#core/workspace'
import { receive, type ReceivedEvent, type TestServer } from './server.ts'

type Send = TestServer['send']
type Texts = Readonly<Record<string, string>>

const runtime = 'rye/core/runtimes/state-graph/runtime'

/** The file of a tool that runs a shell script with its parameter `text`. */
export const shellTool = (script: string): string => `tool_type: tool
executor_id: rye/core/primitives/execute
config_schema: {type: object}
config: {command: /bin/sh, args: ["-c", ${JSON.stringify(script)}, sh, "{text}"]}
`

/** The file of a graph with permission to call every item. */
export const graphTool = (config: string, rest = ''): string => `tool_type: graph
executor_id: ${runtime}
permissions: ["rye.execute.tool.*"]
${rest}config:
${config.replace(/^/gm, '  ')}
`

/** The page's request for the plan of a walk through a graph in these files. */
export function graphQuestion(files: Texts, item_id: string, parameters: object = {}) {
  const head = { format: 1, name: 'graphs', dialect: 'lillux', search: 'scoped', dev_mode: true }
  const workspace = { ...head, bundle: bundleOfDialect.lillux, item_id, parameters: JSON.stringify(parameters), files }
  return { workspace, item_id, parameters, dialect: 'lillux' }
}

/** The plan of a walk, optionally with start settings. */
export async function plannedWalk(send: Send, question: object, walk?: object): Promise<Message<'plan answer'>> {
  const answer = await send('POST', '/api/plan', { ...question, ...(walk && { walk }) })
  const read = readMessage('plan answer', await answer.json())
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))
  return read.value
}

/** Plan and confirm a walk. */
export async function startedWalk(send: Send, question: object, walk?: object): Promise<Response> {
  const { nonce, digest, diagnostics } = await plannedWalk(send, question, walk)
  if (nonce === null) throw new Error(JSON.stringify(diagnostics))
  return send('POST', '/api/run', { nonce, digest })
}

/** The messages of a walk, parsed by the protocol. */
export function walkMessages(received: readonly ReceivedEvent[]): readonly GraphMessage[] {
  return received.flatMap(({ event, data }) => {
    const read = readMessage('run event', { event, data })
    if ('problem' in read) throw new Error(JSON.stringify([read.problem, event]))
    return read.value.event === 'graph' ? [read.value.data] : []
  })
}

/** The events of a walk. */
export function walkEvents(received: readonly ReceivedEvent[]): readonly GraphEvent[] {
  const listener = new GraphListener()
  return walkMessages(received).flatMap((reported) => (isWalkEvent(reported) ? [listener.event(reported)] : []))
}

/** The recorded steps of a walk, each as its node and its status. */
export const walkPath = (received: readonly ReceivedEvent[]): readonly string[] =>
  walkEvents(received).flatMap((event) =>
    event.kind === 'step_recorded' ? [`${event.record.address.node} ${event.record.status}`] : [],
  )

/** Reads the events of a walk in parts from one server, and sends messages to it through the same or another server. */
export function followedWalk(response: Response, listen: Send, say: Send = listen) {
  const id = response.headers.get('x-run-id') ?? ''
  let next: Promise<Response> | Response = response
  let last = 0
  const part = async (enough?: (event: ReceivedEvent) => boolean): Promise<readonly ReceivedEvent[]> => {
    const received = await receive(await next, enough)
    last = received.at(-1)?.id ?? last
    next = listen('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(last) })
    return received
  }
  return {
    id,
    rest: () => part(),
    until: async (kind: GraphMessage['kind']) => (await part(({ data }) => data['kind'] === kind)).at(-1)?.data,
    steer: async (word: object) => (await say('POST', `/api/run/${id}/steer`, word)).status,
    answer: async (asked: object | undefined, answer: 'no' | 'this' | 'node') =>
      (await say('POST', `/api/run/${id}/answer`, { ...asked, answer })).status,
    cancel: async () => (await say('DELETE', `/api/run/${id}`)).status,
  }
}

/**
 * Answers each question of a walk with the next of these answers, then with "no". Returns the events and the questions.
 */
export async function answeredWalk(response: Response, send: Send, words: readonly string[]) {
  const id = response.headers.get('x-run-id') ?? ''
  const asked: Extract<GraphMessage, { readonly kind: 'asks' }>[] = []
  const waiting: Promise<Response>[] = []
  const received = await receive(response, (event) => {
    for (const reported of event.event === 'graph' ? walkMessages([event]) : []) {
      if (reported.kind !== 'asks') continue
      const { question, digest } = reported
      const answer = words[asked.push(reported) - 1] ?? 'no'
      waiting.push(send('POST', `/api/run/${id}/answer`, { question, digest, answer }))
    }
    return false
  })
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  if (statuses.some((status) => status !== 200)) throw new Error(`An answer was refused: ${statuses.join(', ')}`)
  return { received, asked }
}
