import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receive, startTestServer, type TestServer } from '../../testing/server.ts'
import {
  answeredWalk,
  followedWalk,
  graphQuestion,
  graphTool as graph,
  plannedWalk,
  shellTool as shell,
  startedWalk,
  walkEvents as events,
  walkMessages as messages,
  walkPath as path,
} from '../../testing/walks.ts'
import { buildWorker } from '../../testing/worker-bundle.ts'
import { serverEngine } from '../../engine/engine.ts'
import { walkOnThread } from '../../engine/walk-thread.ts'
import { isNightly } from '../../../core/testing/nightly.ts'

// R16.1 on a server: real processes, one confirmation, and a question for each command that was not shown before.

const files = {
  '/project/.ai/tools/say.yaml': shell(`printf '{"said": "%s"}' "$1"; echo noted >&2`),
  '/project/.ai/tools/fail.yaml': shell('echo broken >&2; exit 4'),
  '/project/.ai/tools/write.yaml': shell(
    'printf "%s" "$1" >> /project/log.txt; printf x > /project/.ai/tools/say.yaml; cat /project/log.txt',
  ),
  '/project/.ai/tools/make.yaml': shell(`printf '#!/bin/sh\\necho made' > /project/made.sh`),
  '/project/.ai/tools/allow.yaml': shell('chmod +x /project/made.sh'),
  '/project/.ai/tools/use.yaml': shell('/project/made.sh'),
  '/project/.ai/tools/sleep.yaml': shell('echo up; sleep 60'),
  '/project/.ai/tools/line.yaml': graph(`start: first
nodes:
  first: {action: {item_id: tool:say, params: {text: a}}, assign: {said: "\${result.said}"}, next: [{to: second, when: {path: state.said, value: a}}]}
  second: {action: {item_id: tool:write, params: {text: one}}, next: third}
  third: {action: {item_id: tool:write, params: {text: two}}, assign: {log: "\${result.stdout}"}, next: fourth}
  fourth: {action: {item_id: tool:say, params: {text: b}}, next: done}
  done: {type: return, output: {log: "\${state.log}"}}`),
  '/project/.ai/tools/asking.yaml': graph(`start: first
on_error: continue
nodes:
  first: {action: {item_id: tool:say, params: {text: a}}, assign: {list: ["\${result.said}", b, c]}, next: each}
  each: {type: foreach, over: "\${state.list}", action: {item_id: tool:say, params: {text: "\${item}"}}, collect: all, next: done}
  done: {type: return, output: "\${state.all}"}`),
  '/project/.ai/tools/outer.yaml': graph(`start: inner
nodes: {inner: {action: {item_id: tool:line}, assign: {log: "\${result.output.log}"}, next: done}, done: {type: return, output: "\${state.log}"}}`),
  '/project/.ai/tools/making.yaml': graph(`start: make
nodes:
  make: {action: {item_id: tool:make}, next: allow}
  allow: {action: {item_id: tool:allow}, next: use}
  use: {action: {item_id: tool:use}, assign: {said: "\${result.stdout}"}, next: done}
  done: {type: return, output: "\${state.said}"}`),
  '/project/.ai/tools/stuck.yaml': graph(`start: sleeps
nodes: {sleeps: {action: {item_id: tool:sleep}, next: after}, after: {action: {item_id: tool:say, params: {text: never}}}}`),
  '/project/.ai/tools/loop.yaml': graph(`start: again
max_steps: 1000
nodes: {again: {type: foreach, over: [1, 2, 3], action: {item_id: tool:say, params: {text: a}}, next: again}}`),
}

const question = (item_id: string, parameters?: object) => graphQuestion(files, item_id, parameters)
const planned = (server: TestServer, item_id: string, parameters: object = {}, walk?: object) =>
  plannedWalk(server.send, question(item_id, parameters), walk)
const started = (server: TestServer, item_id: string, parameters: object = {}, walk?: object): Promise<Response> =>
  startedWalk(server.send, question(item_id, parameters), walk)

let worker: Awaited<ReturnType<typeof buildWorker>>
beforeAll(async () => {
  worker = await buildWorker('server/engine/walk-worker.ts')
}, 120_000)
afterAll(() => worker.remove())

describe.for(isNightly ? (['on a thread', 'here'] as const) : (['on a thread'] as const))(
  'a graph that is walked %s',
  (where) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(
        ['--runs-at-once', '2', '--client-runs', '8', '--limits', 'graph_actions=20'],
        (facts) =>
          where === 'here'
            ? serverEngine({ ...facts, interpreters: [] })
            : serverEngine({ ...facts, interpreters: [] }, undefined, (task, link) =>
                walkOnThread(worker.path, 10, task, link),
              ),
      )
    }, 60_000)
    afterAll(() => server.close())

    test('each node is a process that finds the files of earlier nodes, and code stays as confirmed', async () => {
      const received = await receive(await started(server, 'line'))
      expect(path(received)).toEqual(['first done', 'second done', 'third done', 'fourth done', 'done returned'])
      expect(received.at(-1)?.data).toMatchObject({
        success: true,
        data: { status: 'completed', output: { log: 'onetwo' }, steps: 5 },
        ending: { kind: 'exited', return_code: 0 },
        output: {
          changes: [
            { path: '/project/.ai/tools/say.yaml', change: 'modified', base64: 'eA==' },
            { path: '/project/log.txt', change: 'created', base64: Buffer.from('onetwo').toString('base64') },
          ],
        },
        lockfile: { path: '/project/.ai/lockfiles/line@0.0.0.lock.json' },
      })
      expect(received.map(({ event }) => event)).toContain('trace')
      const answered = events(received).flatMap((event) => (event.kind === 'call_answered' ? [event] : []))
      expect(answered.map(({ address, result }) => [address, result.success, result.trace.at(-1)?.step])).toEqual([
        ['first@1.1', true, 'run'],
        ['second@1.1', true, 'run'],
        ['third@1.1', true, 'run'],
        ['fourth@1.1', true, 'run'],
      ])
      expect(received.find(({ event }) => event === 'stderr')?.data).toEqual({ text: 'noted\n', at: 'first@1.1' })
      expect(messages(received).filter(({ kind }) => kind === 'asks')).toEqual([])
    })

    test('a third node runs a file that one node creates and another makes executable', async () => {
      const received = await receive(await started(server, 'making'))
      expect(received.at(-1)?.data).toMatchObject({ success: true, data: { output: 'made\n' } })
    })

    test('a nested graph is one run with one confirmation', async () => {
      const { graph } = await planned(server, 'outer')
      expect(graph?.commands.map(({ graph: of, node }) => `${of}/${node}`)).toEqual([
        'line/first',
        'line/second',
        'line/third',
        'line/fourth',
      ])
      expect(graph?.worst).toEqual({ steps: 2, actions: 5, uncounted: [] })
      const received = await receive(await started(server, 'outer'))
      expect(received.at(-1)?.data).toMatchObject({ success: true, data: { output: 'onetwo' } })
      expect(new Set(events(received).map(({ graph: at }) => at.join('/')))).toEqual(new Set(['', 'inner@1.1']))
    })

    test('a command that was not shown needs approval, and an approval for its node covers its further items', async () => {
      const { graph } = await planned(server, 'asking')
      expect(graph?.commands.map(({ node, open }) => [node, open])).toEqual([
        ['first', []],
        ['each', ['item', 'state.list']],
      ])
      const { received, asked } = await answeredWalk(await started(server, 'asking'), server.send, ['this', 'node'])
      // The first item runs the confirmed command. The user then allows the second command once, and the third for the
      // whole node.
      expect(asked.map(({ address, plan }) => [address, 'args' in plan ? plan.args.at(-1) : ''])).toEqual([
        ['each@1.1[1]', 'b'],
        ['each@1.1[2]', 'c'],
      ])
      expect(received.at(-1)?.data).toMatchObject({
        success: true,
        data: { output: [{ said: 'a' }, { said: 'b' }, { said: 'c' }] },
      })
    })

    test('a denied command does not run, and the walk follows the graph', async () => {
      const { received } = await answeredWalk(await started(server, 'asking'), server.send, ['no', 'no'])
      expect(received.at(-1)?.data).toMatchObject({
        data: {
          status: 'completed_with_errors',
          errors: [{ error: 'The request to run this command was declined.' }, {}],
        },
      })
      expect(received.filter(({ event }) => event === 'stderr')).toHaveLength(2)
    })

    test('an answer is valid once, for its question and its command', async () => {
      const response = await started(server, 'asking')
      const id = response.headers.get('x-run-id') ?? ''
      const received = await receive(response, ({ data }) => data['kind'] === 'asks')
      const asked = messages(received).find((reported) => reported.kind === 'asks')
      const say = (body: object) => server.send('POST', `/api/run/${id}/answer`, { ...asked, answer: 'node', ...body })
      expect((await say({ digest: '0'.repeat(64) })).status).toBe(409)
      expect((await say({ question: 'another' })).status).toBe(409)
      expect((await say({ answer: 'always' })).status).toBe(400)
      expect(
        (await server.send('POST', `/api/run/${'0'.repeat(32)}/answer`, { ...asked, answer: 'node' })).status,
      ).toBe(404)
      expect((await say({})).status).toBe(200)
      expect((await say({})).status).toBe(409)
      const rest = await receive(
        await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(received.at(-1)?.id) }),
      )
      expect(rest.at(-1)?.data).toMatchObject({ success: true })
    })

    test('a walk waits at a breakpoint, steps, runs to a node, and accepts a state overlay', async () => {
      const response = await started(server, 'line', {}, { breaks: ['second'] })
      const walk = followedWalk(response, server.send)
      expect(await walk.until('held')).toMatchObject({ address: 'second@1.1', node: 'second' })
      await walk.steer({ steer: { kind: 'step' } })
      expect(await walk.until('held')).toMatchObject({ address: 'third@1.1' })
      await walk.steer({ steer: { kind: 'to', node: 'done' } })
      expect(await walk.until('held')).toMatchObject({ address: 'done@1.1' })
      await walk.steer({ steer: { kind: 'go' }, inject: { log: 'by hand' } })
      expect((await walk.rest()).at(-1)?.data).toMatchObject({ success: true, data: { output: { log: 'by hand' } } })
      expect(await walk.steer({ steer: { kind: 'go' } })).toBe(409)
    })

    test('a walk waits in a called graph if a condition is met, and deeply nested values are refused', async () => {
      const point = { graph: 'line', node: 'third', when: { path: 'state.said', value: 'a' } }
      const other = { ...point, node: 'second', when: { path: 'state.said', value: 'b' } }
      const walk = followedWalk(await started(server, 'outer', {}, { breaks: [other, point] }), server.send)
      expect(await walk.until('held')).toMatchObject({ address: 'inner@1.1/third@1.1', graph: ['inner@1.1'] })
      const deep = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) as unknown
      expect(await walk.steer({ inject: { deep }, steer: { kind: 'go' } })).toBe(400)
      expect(await walk.steer({ breaks: [{ node: 'a', when: deep }] })).toBe(400)
      await walk.steer({ steer: { kind: 'to', graph: 'line', node: 'done' } })
      expect(await walk.until('held')).toMatchObject({ address: 'inner@1.1/done@1.1' })
      await walk.steer({ steer: { kind: 'go' } })
      expect((await walk.rest()).at(-1)?.data).toMatchObject({ success: true, data: { output: 'onetwo' } })
    })

    test('a walk paused within a step ends its calls, waits before the next step, and can be canceled', async () => {
      const walk = followedWalk(await started(server, 'asking'), server.send)
      const asked = await walk.until('asks')
      expect(await walk.steer({ steer: { kind: 'pause' } })).toBe(200)
      expect(await walk.steer({ steer: { kind: 'to' } })).toBe(400)
      await walk.answer(asked, 'node')
      expect(await walk.until('held')).toMatchObject({ address: 'done@1.1' })
      await walk.cancel()
      const rest = await walk.rest()
      expect(rest.at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
    })

    test('a stopped walk continues in another run, which needs its own confirmation', async () => {
      const walk = followedWalk(await started(server, 'line', {}, { breaks: ['fourth'] }), server.send)
      await walk.until('held')
      await walk.cancel()
      const saved = messages(await walk.rest()).find((reported) => reported.kind === 'walk_saved')?.saved
      expect(saved).toMatchObject({ item_id: 'line', current_node: 'fourth', step_count: 3 })
      const received = await receive(await started(server, 'line', {}, { resume: saved }))
      expect(path(received)).toEqual(['fourth done', 'done returned'])
      expect(received.at(-1)?.data).toMatchObject({ success: true, data: { output: { log: 'onetwo' }, steps: 5 } })
      const [here, there] = [await planned(server, 'line'), await planned(server, 'line', {}, { resume: saved })]
      expect(here.digest).not.toBe(there.digest)
      const deep = `{"a":`.repeat(1_000) + '1' + '}'.repeat(1_000)
      const endless = { ...(saved as object), state: JSON.parse(deep) as unknown }
      expect((await server.send('POST', '/api/plan', { ...question('line'), walk: { resume: endless } })).status).toBe(
        422,
      )
      const high = { ...(saved as object), state: { deep: JSON.parse('['.repeat(198) + ']'.repeat(198)) as unknown } }
      expect((await server.send('POST', '/api/plan', { ...question('line'), walk: { resume: high } })).status).toBe(200)
      const other = await server.send('POST', '/api/plan', { ...question('outer'), walk: { resume: saved } })
      expect([other.status, await other.json()]).toMatchObject([422, { error: { code: 'saved-walk-refused' } }])
    })

    test('canceling ends the running command and does not start another', async () => {
      const response = await started(server, 'stuck')
      const id = response.headers.get('x-run-id') ?? ''
      const received = await receive(response, ({ event }) => event === 'stdout')
      await server.send('DELETE', `/api/run/${id}`)
      const rest = await receive(
        await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(received.at(-1)?.id) }),
      )
      expect(rest.at(-1)?.data).toMatchObject({ success: false })
      expect(path([...received, ...rest])).toEqual(['sleeps failed'])
    })

    test('canceling while a question is open ends the walk', async () => {
      const response = await started(server, 'asking')
      const id = response.headers.get('x-run-id') ?? ''
      const received = await receive(response, ({ data }) => data['kind'] === 'asks')
      await server.send('DELETE', `/api/run/${id}`)
      const rest = await receive(
        await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(received.at(-1)?.id) }),
      )
      expect(rest.at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
    })

    test('a walk that reaches a server limit ends with the name of the limit', async () => {
      const received = await receive(await started(server, 'loop'))
      expect(received.at(-1)?.data).toMatchObject({ success: false, data: { status: 'limit' } })
      expect(String(received.at(-1)?.data['error'])).toContain('graphActions (20)')
    })

    test('the confirmation of a graph does not start the same graph with other parameters', async () => {
      const one = await planned(server, 'line')
      const two = await planned(server, 'line', { inject_state: { x: 1 } })
      const response = await server.send('POST', '/api/run', { nonce: two.nonce, digest: one.digest })
      expect([response.status, one.digest === two.digest]).toEqual([409, false])
    })
  },
)

test("a walk's live output is limited to eight times a command's output", async () => {
  const server = await startTestServer(['--limits', 'graph_actions=20,output_bytes=16'], (facts) =>
    serverEngine({ ...facts, interpreters: [] }),
  )
  try {
    const received = await receive(await started(server, 'loop'))
    const live = received.flatMap(({ event, data }) => (event === 'stdout' ? [(data as { text: string }).text] : []))
    // Of each command, the first 8 bytes of stdout and 6 bytes of stderr are live: the tenth command reaches 128 bytes.
    expect(live).toEqual(Array<string>(10).fill('{"said":'))
  } finally {
    await server.close()
  }
})
