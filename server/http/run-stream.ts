import { writeJson } from '#core'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { Turns } from '../turns.ts'
import type { FollowedRun } from '../run/desk.ts'

/** Keeps proxies from taking a silent run for a dead connection. */
const HEARTBEAT_MS = 15_000

/** Characters of an event from which on others have their turn before it. */
const longText = 100_000

/** Send what a run told after an event, and what it tells until its result; leaving early starts its cancellation. */
export function streamRun(c: Context, run: FollowedRun, after: number): Response {
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    const left = new AbortController()
    const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
    stream.onAbort(() => left.abort())
    const turns = new Turns()
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS)
    try {
      for await (const { number, event, text } of run.events(after, left.signal)) {
        // The result of a run with many files is long: to make it, to read it and to send it are three pieces of work.
        if (text.length > longText) await turns.give()
        const data = sentText(event, text)
        if (text.length > longText) await turns.give()
        // JSON has no line ends, so an event is written at once. What is written to somebody who left is never taken: nothing waits
        // for that alone.
        await Promise.race([stream.write(`event: ${event}\ndata: ${data}\nid: ${number}\n\n`), gone])
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
