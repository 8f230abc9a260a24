import { receivedText } from '../protocol/receive-body.ts'
import type { PendingRun } from '../run/pending.ts'
import { processPlan } from './sandbox.ts'
import { literalEngine, planRequest } from './server.ts'

/** A run that waits for the confirmation of its client. */
export async function pendingRun(client: string, content = ''): Promise<PendingRun> {
  const request = planRequest({ plan: processPlan({}), files: { '/project/a': content } })
  const caller = { client, signal: new AbortController().signal }
  const { call, ...answer } = await literalEngine.analyzeForRun(receivedText(JSON.stringify(request)), caller)
  if (!call.plan) throw new Error('no plan')
  const asked = { client, session: null, level: 'full', traceparent: '' } as const
  return { call: { ...call, plan: call.plan }, ...answer, ...asked }
}
