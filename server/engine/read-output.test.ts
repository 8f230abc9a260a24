import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, hear, literalEngine, startTestServer, type TestServer } from '../testing/server.ts'
import { readOutput, type OutputTask } from './read-output.ts'

// Long output is read on a thread of the engine. The thread is played here; its own test is with the pool.

const asked: OutputTask[] = []
let servers: readonly TestServer[]
beforeAll(async () => {
  const noted = (task: OutputTask) => {
    asked.push(task)
    return readOutput(task)
  }
  const broken = () => Promise.reject(new Error('the thread ended'))
  const engines = [literalEngine, { ...literalEngine, readOutput: noted }, { ...literalEngine, readOutput: broken }]
  servers = await Promise.all(engines.map((engine) => startTestServer([], engine)))
}, 60_000)
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function resultOf({ send }: TestServer, script: string): Promise<unknown> {
  const plan = processPlan({ command: '/bin/sh', args: ['-c', script] })
  const events = await hear(await send('POST', '/api/run', await confirmedRun(send, plan)))
  // Two runs differ in their times, which a new lockfile has too.
  const { duration_ms: _took, trace: _steps, lockfile: _at, ...result } = events.at(-1)?.data as Record<string, unknown>
  return result
}

test('long output has the same result on a thread as without one, and where the thread breaks', async () => {
  const script = `printf left > /project/left; printf '[' ; printf '1.5,%.0s' $(seq 5000); printf '21]'`
  const results = await Promise.all(servers.map((server) => resultOf(server, script)))
  expect(results[0]).toMatchObject({
    success: true,
    data: [...Array.from({ length: 5000 }, () => 1.5), 21],
    output: { changes: [{ path: '/project/left', base64: Buffer.from('left').toString('base64') }] },
  })
  expect(results.slice(1)).toEqual([results[0], results[0]])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.outcome).not.toHaveProperty('changes')
})

test('short output is read at once', async () => {
  asked.length = 0
  expect(await resultOf(servers[1]!, 'echo 1')).toMatchObject({ data: 1 })
  expect(asked).toEqual([])
})
