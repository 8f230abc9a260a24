import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consentDigest } from '../engine/consent-digest.ts'
import { Slots } from '../run/graph/slots.ts'
import type { EndedRun, SentEvent } from '../run/result-message.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost, TRACEPARENT } from '../testing/recording-host.ts'
import { textFile } from '../testing/sandbox.ts'
import { executeTaken } from './execution.ts'
import { SharedFiles } from './shared-files.ts'
import type { TakenRun } from './taken-run.ts'
import { packRun, unpackHead, unpackRun } from './waiting-run.ts'

const base = { ...(await pendingRun('client', 'own')), traceparent: TRACEPARENT }
const product = { ...textFile('/system/a', 'of the product'), product: true as const }
const files = [...base.files, product]
const run = { ...base, files, digest: consentDigest(base.call.plan, files) }
const packed = packRun(run)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(700)
})
afterEach(() => void vi.useRealTimers())

/** Execute a run as a worker whose sandbox never works, and record its messages. */
async function executed(head: string, own: string, shared: string | null, ends = true) {
  const noted = recordingHost()
  const events: string[] = []
  const endings: { readonly text: string; readonly tookMs: number }[] = []
  const record = {
    ...{ id: 'r1', signal: new AbortController().signal, onAnswer: () => {}, onSteer: () => {} },
    publish: ({ event }: SentEvent) => events.push(event),
    end: ({ text }: EndedRun, tookMs: number) => (endings.push({ text, tookMs }), Promise.resolve(ends)),
  } as unknown as TakenRun
  const parts = { shared: new SharedFiles(() => Promise.resolve(shared)), slots: new Slots(1), worker: 'w1' }
  await executeTaken({ ...parts, host: noted.host }, record, { head, files: own, waitedMs: 7 })
  const [ending] = endings
  return {
    ...noted,
    events,
    count: endings.length,
    took: ending?.tookMs,
    result: JSON.parse(ending?.text ?? '') as unknown,
  }
}

const damaged = { kind: 'not-started', reason: 'The worker received damaged data for this run.' }

test('a taken run with its own and shared files reaches the sandbox, and its steps are recorded', async () => {
  const { result, events, lines, steps, took } = await executed(packed.head, packed.files, packed.shared?.files ?? null)
  const reason = 'The sandbox could not start: no sandbox here'
  expect(result).toMatchObject({ success: false, ending: { kind: 'not-started', reason } })
  expect(events).toEqual(['trace', 'trace'])
  expect(lines).toMatchObject([
    { msg: 'started', run: 'r1', worker: 'w1', waited_ms: 7 },
    { msg: 'run', run: 'r1', worker: 'w1', ending: 'not-started' },
  ])
  expect(steps[0]).toMatchObject({ begins: 'wait', agoMs: 7 })
  expect(took).toBe(0)
})

test.for([
  [
    'with other files',
    packRun({ ...run, files: [textFile('/project/a', 'changed')] }).files,
    packed.shared?.files ?? '',
  ],
  ['with other shared files', packed.files, packRun({ ...run, files: [] }).files],
  ['without its shared files', packed.files, null],
  ['with unreadable files', '{', packed.shared?.files ?? ''],
] as const)('a run %s is not executed', async ([, own, shared]) => {
  const { result, events, lines } = await executed(packed.head, own, shared)
  expect(result).toMatchObject({ success: false, ending: damaged, output: { stdout: { text: '' } } })
  expect([events, lines.at(-1)]).toEqual([[], expect.objectContaining({ msg: 'run', ending: 'not-started' })])
})

test.for(['{', 'null', '{}'])('a run with the head %s has a result without output', async (head) => {
  const { result, lines } = await executed(head, packed.files, null)
  expect(result).toMatchObject({ success: false, ending: damaged, output: null })
  expect(lines).toEqual([{ run: 'r1', ending: 'not-started', success: false, msg: 'run' }])
})

test('a run that other processes ended as lost is not logged as ended', async () => {
  const { lines } = await executed(packed.head, packed.files, packed.shared?.files ?? null, false)
  expect(lines.map(({ msg }) => msg)).toEqual(['started'])
  expect((await executed('{', '', null, false)).lines).toEqual([])
})

test("a run is unpacked as it was packed, and shares only the product's files", () => {
  const head = unpackHead(packed.head)
  if (!head) return expect.unreachable()
  const { files: all, ...rest } = unpackRun(head, packed.files, packed.shared?.files ?? null) ?? { files: [] }
  const { files: _files, ...expected } = run
  expect(rest).toEqual(expected)
  expect(all.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['/project/a', 'own'],
    ['/system/a', 'of the product'],
  ])
  expect(packed.files).not.toContain('/system/a')
  expect([head.shared, packed.shared?.sha]).toEqual([packed.shared?.sha, expect.stringMatching(/^[0-9a-f]{64}$/)])
  const alone = packRun(base)
  expect([alone.shared, unpackHead(alone.head)?.shared]).toEqual([null, null])
  expect(unpackRun(unpackHead(alone.head) ?? head, alone.files, null)?.files).toHaveLength(1)
  expect([unpackHead(null), unpackHead('{'), unpackHead('{}')]).toEqual([undefined, undefined, undefined])
})
