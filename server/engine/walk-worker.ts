import { parentPort, workerData } from 'node:worker_threads'
import type { RawOutcome } from '../primitives/http-reply.ts'
import { walkDraft } from './walk.ts'
import type { SteerMessage } from './walk-link.ts'
import type { FromWalk, ToWalk, WalkStart } from './walk-thread.ts'

// The code of a walk thread. The thread only requests commands, and the server runs them.
const port = parentPort
if (port === null) throw new Error('this script runs only in a worker thread')
// Only `walkOnThread` starts this thread.
const { task, limits } = workerData as WalkStart
const say = (message: FromWalk): void => port.postMessage(message)
const answers = new Map<number, (outcome: RawOutcome) => void>()
const controller = new AbortController()
let asked = 0
let steer: (message: SteerMessage) => void = () => undefined

port.on('message', (message: ToWalk) => {
  if (message.kind === 'cancel') return controller.abort()
  if (message.kind === 'steer') return steer(message.message)
  answers.get(message.id)?.(message.outcome)
  answers.delete(message.id)
})
const result = await walkDraft(task, {
  limits,
  signal: controller.signal,
  run(plan, place) {
    const id = ++asked
    say({ kind: 'run', id, plan, place })
    return new Promise((resolve) => answers.set(id, resolve))
  },
  publish: (message) => say({ kind: 'message', message }),
  trace: (event) => say({ kind: 'trace', event }),
  holding: (held) => say({ kind: 'holding', held }),
  onSteer: (listener) => (steer = listener),
})
say({ kind: 'ended', result })
port.close()
