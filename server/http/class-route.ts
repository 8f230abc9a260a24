import type { Context, Hono } from 'hono'
import { Refusal } from '../protocol/refusal.ts'
import { receiveBody, textOfBody } from '../protocol/receive-body.ts'
import type { Classroom } from './classroom.ts'
import type { GuardVariables } from './guard.ts'

/** The paths of a class that learners can write without the teacher's token. The class has its own key. */
export const learnerPaths = /^\/api\/class\/(?:join|report)$/

/** Maximum size of a learner's request in bytes. */
const classBodyBytes = 256 * 1024
/** The maximum time that a teacher's request waits for a change of the class, in milliseconds. */
const classWaitMs = 20_000

/**
 * Adds the routes of a class: learners join and report; the teacher, with the token of this launch, reads and ends it.
 * With `after`, the teacher's request waits until the class differs from this version.
 */
export function addClassRoutes(app: Hono<{ Variables: GuardVariables }>, room: Classroom): void {
  app.post('/api/class/join', async (c) => {
    const { key, name } = await bodyOf(c)
    return c.json(room.join(key, name))
  })
  app.post('/api/class/report', async (c) => {
    const { key, learner, report } = await bodyOf(c)
    room.report(key, learner, report)
    return c.json({})
  })
  app.get('/api/class', async (c) => {
    const after = c.req.query('after')
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(classWaitMs)])
    if (after !== undefined) await room.changedSince(Number(after), signal)
    return c.json(room.overview())
  })
  app.delete('/api/class', (c) => {
    room.end()
    return c.json({})
  })
}

async function bodyOf(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const body = await receiveBody(c.req.raw)
  if (body.bytes.length > classBodyBytes)
    throw new Refusal(
      413,
      'body-too-large',
      `A request to the class can have at most ${classBodyBytes} bytes (limit classBodyBytes).`,
      'Send a smaller draft.',
    )
  try {
    const json: unknown = JSON.parse(textOfBody(body))
    if (typeof json === 'object' && json !== null) return { ...json }
  } catch {
    // The refusal after this block reports the error.
  }
  throw new Refusal(400, 'class-report', 'The body is not a JSON object.', 'Reload the page.')
}
