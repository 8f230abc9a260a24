import { writeJson } from '#core'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { FollowedRun } from '../run/desk.ts'

/** Keeps proxies from taking a silent run for a dead connection. */
const HEARTBEAT_MS = 15_000

/** Send what a run told after an event, and what it tells until its result; leaving early starts its cancellation. */
export function streamRun(c: Context, run: FollowedRun, after: number): Response {
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    const left = new AbortController()
    const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
    stream.onAbort(() => left.abort())
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS)
    try {
      for await (const { number, event, text } of run.events(after, left.signal)) {
        // What is written to somebody who left is never taken, so nothing waits for that alone.
        await Promise.race([stream.writeSSE({ id: String(number), event, data: sentText(event, text) }), gone])
      }
    } finally {
      clearInterval(heartbeat)
    }
  })
}

/**
 * An event as it leaves the server: what was kept has Python's values spelled as data. The page puts the walk of a graph together
 * again, so values that JSON has no word for keep their spelling there.
 */
function sentText(event: string, text: string): string {
  return text.includes('"$py"') ? writeJson(JSON.parse(text), { marked: event === 'graph' }) : text
}
