import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { Turns } from '../turns.ts'
import type { FollowedRun } from '../run/run-service.ts'

/** Milliseconds between heartbeats, which keep proxies from closing the connection of a silent run. */
const HEARTBEAT_MS = 15_000

/**
 * Maximum number of characters per write, because the result of a run with many files can contain millions of
 * characters.
 */
const pieceLength = 100_000

/**
 * Send the events of a run that follow a given event, up to the result. If the client disconnects early and does not
 * reconnect in time, the run is canceled.
 */
export function streamRun(c: Context, run: FollowedRun, after: number): Response {
  c.header('X-Accel-Buffering', 'no')
  const answer = streamSSE(c, async (stream) => {
    const left = new AbortController()
    const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
    stream.onAbort(() => left.abort())
    const turns = new Turns()
    let isBetween = true
    const heartbeat = setInterval(() => void (isBetween && stream.write(': still here\n\n')), HEARTBEAT_MS)
    // A disconnected client never reads the output, so do not wait for the write.
    const write = (text: string): Promise<unknown> => Promise.race([stream.write(text), gone])
    let short = ''
    let writing: Promise<void> | undefined
    /** Writes the short events that arrive together as one, because one write costs more than a hundred events. */
    const writeShort = async (): Promise<void> => {
      await turns.give()
      for (; short !== ''; await turns.give()) {
        const text = short
        short = ''
        await write(text)
      }
      writing = undefined
      isBetween = true
    }
    try {
      for await (const event of run.events(after, left.signal)) {
        const isLong = event.text.length > pieceLength
        if (isLong) await writing
        isBetween = false
        short += `event: ${event.event}\ndata: `
        if (!isLong) short += event.text
        else {
          await write(short)
          short = ''
          for (const slice of slicesOf(event.text)) {
            if (turns.isDue) await turns.give()
            await write(slice)
          }
        }
        short += `\nid: ${event.number}\n\n`
        writing ??= writeShort()
        if (short.length > pieceLength) await writing
      }
      await writing
    } finally {
      clearInterval(heartbeat)
    }
  })
  // `streamSSE` sets `no-cache`, which allows a cache to store the events.
  answer.headers.set('Cache-Control', 'no-store')
  return answer
}

/**
 * Split a string into slices without splitting a character. JSON has no line breaks, so its text is written unchanged.
 */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = start + pieceLength
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++
    yield text.slice(start, end)
    start = end
  }
}
