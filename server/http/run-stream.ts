import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { Turns } from '../turns.ts'
import type { FollowedRun } from '../run/desk.ts'

/** Keeps proxies from taking a silent run for a dead connection. */
const HEARTBEAT_MS = 15_000

/** Characters that are written at once: the result of a run with many files has millions. */
const pieceLength = 100_000

/** Send what a run told after an event, and what it tells until its result; leaving early starts its cancellation. */
export function streamRun(c: Context, run: FollowedRun, after: number): Response {
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    const left = new AbortController()
    const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
    stream.onAbort(() => left.abort())
    const turns = new Turns()
    let isBetween = true
    const heartbeat = setInterval(() => void (isBetween && stream.write(': still here\n\n')), HEARTBEAT_MS)
    try {
      for await (const { number, event, text } of run.events(after, left.signal)) {
        isBetween = false
        // JSON has no line ends, so its text is written as it is.
        for (const piece of piecesOf(`event: ${event}\ndata: ${text}\nid: ${number}\n\n`)) {
          if (turns.isDue) await turns.give()
          // What is written to somebody who left is never taken: nothing waits for that alone.
          await Promise.race([stream.write(piece), gone])
        }
        isBetween = true
      }
    } finally {
      clearInterval(heartbeat)
    }
  })
}

/** A text in pieces, none of which ends within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = start + pieceLength
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end++
    yield text.slice(start, end)
    start = end
  }
}
