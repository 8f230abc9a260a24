import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { RunRecord } from '../run/runs.ts'

/** Keeps proxies from taking a silent run for a dead connection. */
const HEARTBEAT_MS = 15_000

/** Send what a run told after an event, and what it tells until its result; leaving early starts its cancellation. */
export function streamRun(c: Context, record: RunRecord, after: number): Response {
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    await new Promise<void>((resolve) => {
      let sending = Promise.resolve()
      let stop = (): void => {}
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS)
      const finish = (): void => {
        clearInterval(heartbeat)
        stop()
        resolve()
      }
      stream.onAbort(finish)
      stop = record.listen(after, ({ number, event, text }) => {
        sending = sending.then(() => stream.writeSSE({ id: String(number), event, data: text }))
        if (event === 'result') void sending.then(finish, finish)
      })
      if (record.isEnded && after >= record.events.length) finish()
    })
  })
}
