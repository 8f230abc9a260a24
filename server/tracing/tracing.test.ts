import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { logOf, openLog } from './log.ts'
import { openTracing } from './open-tracing.ts'
import { onlyIds } from './tracing.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

function listening() {
  const lines: Readonly<Record<string, unknown>>[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>) }
  return { lines, log: openLog({ log_level: 'info' }, to) }
}

test.for([
  { given: 'a traceparent', parent: `00-${trace}-${span}-01`, continues: true },
  { given: 'a traceparent that is not sampled', parent: `00-${trace}-${span}-00`, continues: true },
  { given: 'no traceparent', parent: undefined, continues: false },
  { given: 'a traceparent without a trace', parent: `00-${'0'.repeat(32)}-${span}-01`, continues: false },
  { given: 'a traceparent without a span', parent: `00-${trace}-${'0'.repeat(16)}-01`, continues: false },
  { given: 'a traceparent that is too long', parent: `00-${trace}-${span}-01-more`, continues: false },
  { given: 'a traceparent in capital letters', parent: `00-${trace.toUpperCase()}-${span}-01`, continues: false },
  {
    given: 'a traceparent with a log line',
    parent: `00-${trace}-${span}-01\n{"msg":"run"}`,
    continues: false,
  },
])('with $given a step continues its trace: $continues', async ({ parent, continues }) => {
  const { log, lines } = listening()
  const sent = await openTracing('http://127.0.0.1:9', { role: 'server', version: '0', log })
  for (const tracing of [onlyIds, sent]) {
    const step = tracing.begin('plan', parent)
    expect(step.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(step.traceId === trace).toBe(continues)
    expect(step.traceparent).toMatch(new RegExp(`^00-${step.traceId}-[0-9a-f]{16}-01$`))
    logOf(log, step.traceparent).info('here')
    expect(lines.at(-1)).toMatchObject({ trace_id: step.traceId, msg: 'here' })
  }
  await sent.close()
})

test('tracing closes although the collector does not answer, and the log reports lost spans', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { log, lines } = listening()
  const tracing = await openTracing(endpoint, { role: 'worker', version: '0', log })
  tracing.begin('run', undefined).end({}, 'timed-out')
  await tracing.close()
  await expect.poll(() => lines, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ endpoint, level: 40 }))
  silent.closeAllConnections()
  silent.close()
})

test('the log contains the message of an error', () => {
  const { log, lines } = listening()
  log.warn({ error: Object.assign(new Error('it went away'), { code: 'ECONNRESET' }) }, 'redis')
  expect(lines).toMatchObject([{ msg: 'redis', error: { message: 'it went away', code: 'ECONNRESET' } }])
})
