import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverEngine } from '../engine/engine.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { receive, startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import {
  followedWalk,
  graphQuestion,
  graphTool,
  shellTool,
  startedWalk,
  walkMessages,
  walkPath,
} from '../testing/walks.ts'
import { keys } from './keys.ts'
import { RunStore } from './run-store.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// R16.8 with a queue: the walk runs on a worker, one server streams its events, another receives the messages that
// steer it, and only a real Redis connects them.

const files = {
  '/project/.ai/tools/say.yaml': shellTool(`printf '{"said": "%s"}' "$1"`),
  '/project/.ai/tools/line.yaml': graphTool(`start: first
nodes:
  first: {action: {item_id: tool:say, params: {text: a}}, assign: {log: "\${result.said}"}, next: second}
  second: {action: {item_id: tool:say, params: {text: b}}, next: third}
  third: {action: {item_id: tool:say, params: {text: c}}, next: done}
  done: {type: return, output: {log: "\${state.log}"}}`),
  '/project/.ai/tools/round.yaml': graphTool(`start: again
max_steps: 100000
nodes:
  again: {action: {item_id: tool:say, params: {text: a}}, next: [{to: done, when: {path: state.enough, op: exists}}, {to: again}]}
  done: {type: return, output: "\${state.enough}"}`),
}
const question = (item_id: string) => graphQuestion(files, item_id)

let redis: TestRedis
let servers: readonly [TestServer, TestServer]
let worker: StartedWorker

beforeAll(async () => {
  redis = await startTestRedis()
  const flags = ['--queue', redis.url, '--client-runs', '50', '--limits', 'graph_actions=100000']
  const engine = (facts: Parameters<typeof serverEngine>[0]) => serverEngine({ ...facts, interpreters: [] })
  servers = [await startTestServer(flags, engine), await startTestServer(flags, engine)]
  worker = await startWorker(testConfig(flags), engine)
}, 60_000)
afterAll(async () => {
  await worker.close()
  await Promise.all(servers.map((server) => server.close()))
  await redis.close()
})

/** A walk that starts and streams at one server, and whose steering messages are sent to the other. */
async function followed(item_id: string, walk?: object) {
  const [here, there] = servers
  return followedWalk(await startedWalk(here.send, question(item_id), walk), here.send, there.send)
}

test('a walk on a worker is stepped, run to a node and continued from another server', async () => {
  const walk = await followed('line', { steer: { kind: 'step' } })
  expect(await walk.until('held')).toMatchObject({ address: 'first@1.1' })
  expect(await walk.steer({ steer: { kind: 'step' } })).toBe(200)
  expect(await walk.until('held')).toMatchObject({ address: 'second@1.1' })
  await walk.steer({ breaks: ['third'], steer: { kind: 'go' } })
  expect(await walk.until('held')).toMatchObject({ address: 'third@1.1' })
  await walk.steer({ steer: { kind: 'to', node: 'done' }, inject: { log: 'by hand' } })
  expect(await walk.until('held')).toMatchObject({ address: 'done@1.1' })
  await walk.steer({ steer: { kind: 'go' } })
  expect((await walk.rest()).at(-1)?.data).toMatchObject({
    success: true,
    data: { output: { log: 'by hand' }, steps: 4 },
  })
  expect(await walk.steer({ steer: { kind: 'go' } })).toBe(409)
})

test('an endless walk is paused, and ends after a state overlay from another server', async () => {
  const walk = await followed('round')
  await walk.until('step_recorded')
  expect(await walk.steer({ steer: { kind: 'pause' } })).toBe(200)
  expect(await walk.until('held')).toMatchObject({ node: 'again' })
  await walk.steer({ steer: { kind: 'go' }, inject: { enough: true } })
  expect((await walk.rest()).at(-1)?.data).toMatchObject({ success: true, data: { output: true } })
})

test('a walk canceled while it waits continues in another run, started by another server', async () => {
  const walk = await followed('line', { breaks: ['third'] })
  await walk.until('held')
  await walk.cancel()
  const rest = await walk.rest()
  expect(rest.at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
  const resume = walkMessages(rest).find((reported) => reported.kind === 'walk_saved')?.saved
  const received = await receive(await startedWalk(servers[1].send, question('line'), { resume }))
  expect(walkPath(received)).toEqual(['third done', 'done returned'])
  expect(received.at(-1)?.data).toMatchObject({ success: true, data: { output: { log: 'a' }, steps: 4 } })
})

test('a steering message is refused, not dropped, if too many others wait for the worker', async () => {
  const store = new RunStore(redis.client, servers[0].running.host.config, { seen: 0, saw: () => {} })
  await redis.client.hset(keys.run('of-nobody'), { state: 'running', walks: 1 })
  const say = () => store.steer('of-nobody', { steer: { kind: 'step' } })
  for (let word = 0; word < 16; word++) expect(await say()).toBe('taken')
  expect(await say()).toBe('too-many')
  const numbers = async () =>
    (await redis.client.lrange(`${keys.run('of-nobody')}:words`, 0, -1)).map((one) => parseInt(one))
  expect(await numbers()).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
  await redis.client.lpop(`${keys.run('of-nobody')}:words`)
  expect(await say()).toBe('taken')
  expect((await numbers()).at(-1)).toBe(17)
  await redis.client.del(keys.run('of-nobody'), `${keys.run('of-nobody')}:words`)
  expect(await say()).toBe('no-walk')
})

test('a steering message is stored until the walk receives it', async () => {
  const walk = await followed('line', { steer: { kind: 'step' } })
  await walk.until('held')
  await walk.steer({ breaks: ['third'], steer: { kind: 'go' } })
  expect(await walk.until('held')).toMatchObject({ address: 'third@1.1' })
  await expect.poll(() => redis.client.llen(`${keys.run(walk.id)}:words`)).toBe(0)
  await walk.cancel()
  expect((await walk.rest()).at(-1)?.event).toBe('result')
})
