import { expect, test, vi } from 'vitest'
import { processQueue } from './memory-queue.ts'
import type { Job } from './memory-queue.ts'

interface TestJob extends Job {
  readonly log: string[]
  finish(): void
}

function job(client = 'a'): TestJob {
  const log: string[] = []
  let finish = (): void => {}
  return {
    client,
    log,
    run(signal) {
      log.push('run')
      signal.addEventListener('abort', () => {
        log.push('abort')
        finish()
      })
      return new Promise((resolve) => (finish = resolve))
    },
    dropped: (reason) => log.push(reason),
    moved: (position) => log.push(`at ${position}`),
    finish: () => finish(),
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('jobs start in order, up to the limit, and waiting jobs receive their new position', async () => {
  const queue = processQueue({ atOnce: 1, length: 10, perClient: 10 })
  const jobs = [job(), job(), job()]
  jobs.forEach((entry) => queue.submit(entry))
  await settle()
  expect(jobs.map(({ log }) => log)).toEqual([['run'], ['at 0'], ['at 1']])
  jobs[0]?.finish()
  await settle()
  expect(jobs.map(({ log }) => log)).toEqual([['run'], ['at 0', 'run'], ['at 1', 'at 0']])
  expect([queue.running, queue.waiting]).toEqual([1, 1])
})

test('a full queue refuses a job, and a client that exceeds its share is refused earlier', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 2 })
  expect(queue.submit(job('a')).kind).toBe('accepted')
  await settle()
  expect(queue.submit(job('a')).kind).toBe('accepted')
  expect(queue.submit(job('a'))).toEqual({ kind: 'busy', because: 'client' })
  queue.submit(job('b'))
  queue.submit(job('b'))
  expect(queue.submit(job('c'))).toEqual({ kind: 'busy', because: 'queue' })
})

test('canceling drops waiting jobs and aborts active jobs', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 3 })
  const [running, waiting] = [job(), job()]
  const tickets = [queue.submit(running), queue.submit(waiting)]
  await settle()
  for (const submitted of tickets.reverse()) if (submitted.kind === 'accepted') submitted.ticket.cancel()
  await settle()
  expect([running.log, waiting.log]).toEqual([
    ['run', 'abort'],
    ['at 0', 'cancelled'],
  ])
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

test('a job behind a canceled job receives its new position', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 3 })
  const [running, cancelled, behind] = [job(), job(), job()]
  const tickets = [running, cancelled, behind].map((entry) => queue.submit(entry))
  await settle()
  const second = tickets[1]
  if (second?.kind === 'accepted') second.ticket.cancel()
  expect(behind.log).toEqual(['at 1', 'at 0'])
})

test('the estimated wait follows the duration of jobs', async () => {
  let clock = 0
  const queue = processQueue({ atOnce: 1, length: 9, perClient: 9 }, () => clock)
  expect(queue.estimateMs(0)).toBe(0)
  const jobs = [job(), job(), job()]
  const tickets = jobs.map((entry) => queue.submit(entry))
  await settle()
  clock = 4000
  jobs[0]?.finish()
  await settle()
  const last = tickets[2]
  expect(last?.kind === 'accepted' && [last.ticket.position(), last.ticket.estimateMs()]).toEqual([0, 4000])
  expect(queue.estimateMs(3)).toBe(16_000)
})

test('the estimated wait uses only the latest jobs', async () => {
  let clock = 0
  const queue = processQueue({ atOnce: 1, length: 9, perClient: 9 }, () => clock)
  for (const took of [90_000, ...Array<number>(20).fill(1000)]) {
    const one = job()
    queue.submit(one)
    await settle()
    clock += took
    one.finish()
    await settle()
  }
  expect(queue.estimateMs(1)).toBe(1000)
})

test('a failing job does not stop the queue', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 3 })
  queue.submit({ client: 'a', run: () => Promise.reject(new Error('broken')), dropped: () => {} })
  const next = job()
  queue.submit(next)
  await settle()
  expect(next.log.at(-1)).toBe('run')
})

test('a closing queue accepts no job, drops waiting jobs, and cancels active jobs after a delay', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 3 })
  const [running, waiting] = [job(), job()]
  queue.submit(running)
  queue.submit(waiting)
  await settle()
  const closed = queue.close(50)
  expect(queue.submit(job()).kind).toBe('busy')
  expect(waiting.log.at(-1)).toBe('shutdown')
  expect(running.log).toEqual(['run'])
  await closed
  expect(running.log).toEqual(['run', 'abort'])
})

test('a canceled waiting job is dropped once, and never starts', async () => {
  const queue = processQueue({ atOnce: 1, length: 3, perClient: 3 })
  const [running, cancelled, last] = [job(), job(), job()]
  const tickets = [running, cancelled, last].map((entry) => queue.submit(entry))
  await settle()
  const second = tickets[1]
  if (second?.kind !== 'accepted') return expect.unreachable()
  second.ticket.cancel()
  second.ticket.cancel()
  expect([second.ticket.position(), second.ticket.estimateMs(), queue.waiting]).toEqual([0, 0, 1])
  running.finish()
  await settle()
  expect([cancelled.log, last.log]).toEqual([
    ['at 0', 'cancelled'],
    ['at 1', 'at 0', 'run'],
  ])
})

test('the estimate counts free places, then one mean duration per round of jobs', async () => {
  const queue = processQueue({ atOnce: 2, length: 9, perClient: 9 }, () => 0)
  // Before the first job ends, a job counts as 500 ms.
  expect([0, 1, 2, 3, 4].map((position) => queue.estimateMs(position))).toEqual([0, 0, 500, 500, 1000])
  const running = queue.submit(job())
  await settle()
  expect([0, 1, 2, 3].map((position) => queue.estimateMs(position))).toEqual([0, 500, 500, 1000])
  expect(running.kind === 'accepted' && [running.ticket.position(), running.ticket.estimateMs()]).toEqual([0, 0])
})

test('the limit of a client counts waiting and active jobs, and an ended job makes room', async () => {
  const queue = processQueue({ atOnce: 1, length: 1, perClient: 1 })
  const first = job('a')
  queue.submit(first)
  await settle()
  expect(queue.submit(job('a'))).toEqual({ kind: 'busy', because: 'client' })
  first.finish()
  await settle()
  expect(queue.submit(job('a')).kind).toBe('accepted')
  expect(queue.submit(job('b'))).toEqual({ kind: 'busy', because: 'queue' })
})

test('an idle queue closes immediately, and a queue whose jobs end in time cancels none', async () => {
  vi.useFakeTimers()
  try {
    const idle = processQueue({ atOnce: 1, length: 3, perClient: 3 })
    await idle.close(1000)
    expect(idle.submit(job())).toEqual({ kind: 'busy', because: 'queue' })
    const queue = processQueue({ atOnce: 2, length: 3, perClient: 3 })
    const jobs = [job(), job()]
    for (const each of jobs) queue.submit(each)
    await vi.advanceTimersByTimeAsync(0)
    const closings = [queue.close(1000), queue.close(1000)]
    await vi.advanceTimersByTimeAsync(999)
    for (const each of jobs) each.finish()
    await Promise.all(closings)
    expect(vi.getTimerCount()).toBe(0)
    expect(jobs.map(({ log }) => log)).toEqual([['run'], ['run']])
  } finally {
    vi.useRealTimers()
  }
})
