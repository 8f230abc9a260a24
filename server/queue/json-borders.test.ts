import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson, writeJson } from '#core/read'
import { exactTexts } from '#core/testing'
import { serverEngine } from '../engine/engine.ts'
import { startService, type Service } from '../testing/http-service.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { followedWalk, graphQuestion, graphTool, shellTool, startedWalk } from '../testing/walks.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// The values of `exactTexts` pass unchanged through the queue in both directions: in the job, its events and its result
// (R9.2, R14.1, R16.1).

const object = (texts: readonly string[]): string => `{${texts.map((text, index) => `"v${index}":${text}`).join(',')}}`
const finite = exactTexts.filter(([text]) => !/e400$/i.test(text))
const given = object(exactTexts.map(([text]) => text))
const sent = object(exactTexts.map(([, text]) => text))
const finiteGiven = object(finite.map(([text]) => text))
const finiteSent = object(finite.map(([, text]) => text))
const names = exactTexts.map((_, index) => `v${index}`)

const httpTool = (port: number, rest: string): string => `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/http_client
config: {method: POST, url: "http://127.0.0.1:${port}/", body: "{payload}"${rest}}
`
const graph = graphTool(`start: call
nodes:
  call: {action: {item_id: tool:say, params: {text: "\${inputs.text}"}}, assign: {all: "\${result}"}, next: done}
  done: {type: return, output: {result: "\${state.all}", input: "\${inputs.value}"${names.map((name) => `, ${name}: "\${state.all.${name}}"`).join('')}}}`)

let redis: TestRedis
let service: Service
let queued: TestServer
let direct: TestServer
let worker: StartedWorker
let answer = Buffer.from('')
let answerType = 'application/json'

beforeAll(async () => {
  service = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': answerType }).end(answer)
  })
  redis = await startTestRedis()
  const engine = (facts: Parameters<typeof serverEngine>[0]) => serverEngine({ ...facts, interpreters: [] })
  const open = ['--http-allow-private', `127.0.0.1:${service.port}`, '--client-runs', '50']
  const flags = [...open, '--queue', redis.url]
  queued = await startTestServer(flags, engine)
  direct = await startTestServer(open, engine)
  worker = await startWorker(testConfig(flags), engine)
}, 60_000)
afterAll(async () => {
  await worker.close()
  await Promise.all([queued.close(), direct.close()])
  await redis.close()
  await service.close()
})

/** The events of a run whose parameters are JSON text, and the response to its plan request. */
async function ran(
  { send }: TestServer,
  question: object,
  parameters: string,
): Promise<{ planned: string; events: string }> {
  const planned = await (
    await send(
      'POST',
      '/api/plan',
      `${JSON.stringify({ ...question, parameters: undefined }).slice(0, -1)},"parameters":${parameters}}`,
    )
  ).text()
  const { nonce, digest } = JSON.parse(planned) as { nonce: string | null; digest: string }
  if (nonce === null) throw new Error(planned.slice(0, 2000))
  return { planned, events: await (await send('POST', '/api/run', { nonce, digest })).text() }
}

const lilux = (files: Readonly<Record<string, string>>, item_id: string): object => {
  const question = graphQuestion(files, item_id)
  const bundle = { id: 'ryeos-lilux', version: '1.1.0' }
  return { ...question, workspace: { ...question.workspace, dialect: 'lilux', bundle }, dialect: 'lilux' }
}

test.for(['queued', 'direct'] as const)(
  '%s: a request body and its response stay exact',
  { timeout: 60_000 },
  async (how) => {
    ;[answer, answerType] = [Buffer.from(given), 'application/json']
    const files = { '/project/.ai/tools/send.yaml': httpTool(service.port, '') }
    const server = how === 'queued' ? queued : direct
    const { planned, events } = await ran(server, lilux(files, 'send'), `{"payload":${finiteGiven}}`)
    expect(planned).toContain(`"body":${finiteSent}`)
    expect(service.requests.at(-1)?.body).toBe(finiteSent)
    expect(events).toContain(`"body":${sent}`)
  },
)

test.for(['queued', 'direct'] as const)(
  '%s: the body of a streamed response contains the exact texts',
  { timeout: 60_000 },
  async (how) => {
    answerType = 'text/event-stream'
    answer = Buffer.from(exactTexts.map(([text]) => `data:${text}\n\n`).join(''))
    const files = { '/project/.ai/tools/send.yaml': httpTool(service.port, ', mode: stream') }
    const server = how === 'queued' ? queued : direct
    const { events } = await ran(server, lilux(files, 'send'), `{"payload":${finiteGiven}}`)
    expect(service.requests.at(-1)?.body).toBe(finiteSent)
    expect(events).toContain(`"body":${JSON.stringify(exactTexts.map(([text]) => text))}`)
  },
)

test.for(['queued', 'direct'] as const)(
  '%s: values stay exact in the input, state and output of a walk',
  { timeout: 60_000 },
  async (how) => {
    const files = {
      '/project/.ai/tools/say.yaml': shellTool(`printf '%s' "$1"`),
      '/project/.ai/tools/line.yaml': graph,
    }
    const server = how === 'queued' ? queued : direct
    const { events } = await ran(
      server,
      graphQuestion(files, 'line'),
      `{"text":${JSON.stringify(given)},"value":${given}}`,
    )
    const result = /event: result\ndata: (.*)/.exec(events)?.[1]
    const each = exactTexts.map(([, text], index) => `"v${index}":${text}`).join(',')
    expect(result).toContain(`"output":{"result":${sent},"input":${sent},${each}}`)
  },
)

test('a short link returns the parameters verbatim', async () => {
  const { workspace } = graphQuestion({ '/project/.ai/tools/say.yaml': shellTool('true') }, 'say')
  const snapshot = { ...workspace, parameters: given }
  const { id } = (await (await direct.send('POST', '/api/shares', { snapshot })).json()) as { id: string }
  const kept = (await (await direct.send('GET', `/api/shares/${id}`)).json()) as { snapshot: { parameters: string } }
  expect(kept.snapshot.parameters).toBe(given)
})

const held = graphTool(`start: begin
nodes:
  begin: {action: {item_id: tool:say, params: {text: "{}"}}, next: middle}
  middle: {action: {item_id: tool:say, params: {text: "{}"}}, next: done}
  done: {type: return, output: "\${state.value}"}`)
const walkFiles = { '/project/.ai/tools/say.yaml': shellTool(`printf '%s' "$1"`), '/project/.ai/tools/held.yaml': held }

/** The text as the page sends it: values that JSON cannot express keep their spelling. */
function marked(text: string): string {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem)
  return writeJson(read.value, { marked: true })
}

test.for(['queued', 'direct'] as const)(
  '%s: values that a person adds to a walk stay exact, also after a resume',
  { timeout: 60_000 },
  async (how) => {
    const { send } = how === 'queued' ? queued : direct
    const question = graphQuestion(walkFiles, 'held')
    const walk = followedWalk(await startedWalk(send, question, { breaks: ['middle', 'done'] }), send)
    expect(await walk.until('held')).toMatchObject({ node: 'middle' })
    const word = `{"steer":{"kind":"go"},"inject":{"value":${marked(given)}}}`
    expect((await send('POST', `/api/run/${walk.id}/steer`, word)).status).toBe(200)
    expect(await walk.until('held')).toMatchObject({ node: 'done' })
    await walk.cancel()
    await walk.rest()
    const events = await (await send('GET', `/api/run/${walk.id}/events`, undefined, { 'last-event-id': '0' })).text()
    const saved = /^data: .*"kind":"walk_saved".*?"saved":(\{.*\})\}$/m.exec(events)?.[1]
    const asked = `${JSON.stringify(question).slice(0, -1)},"walk":{"resume":${saved}}}`
    const { nonce, digest } = (await (await send('POST', '/api/plan', asked)).json()) as Record<string, string>
    const resumed = await (await send('POST', '/api/run', { nonce, digest })).text()
    expect(/event: result\ndata: (.*)/.exec(resumed)?.[1]).toContain(`"output":${sent}`)
  },
)
