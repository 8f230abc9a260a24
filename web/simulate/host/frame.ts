import type { FrameMessage, PageMessage } from '../messages.ts'
import { PartStore } from './part-store.ts'
import { Pool } from './pool.ts'
import { ProgramRun } from './program-run.ts'

/**
 * The script of the opaque-origin frame. It creates the workers in which programs run, passes messages, limits the
 * output of programs, and ends them.
 */
function openFrame(port: MessagePort): void {
  const say = (message: FrameMessage, transfer: Transferable[] = []): void => port.postMessage(message, transfer)
  const running = new Map<number, ProgramRun>()
  const pool = new Pool((interpreter) => say({ kind: 'wanted', interpreter }))
  const parts = new PartStore((name) => say({ kind: 'part-wanted', name }))

  port.onmessage = (event: MessageEvent<PageMessage>) => {
    const message = event.data
    switch (message.kind) {
      case 'load':
        pool.load(message.interpreter, message.assets).then(
          () => say({ kind: 'loaded', interpreter: message.interpreter }),
          (error: unknown) => say({ kind: 'failed', interpreter: message.interpreter, reason: String(error) }),
        )
        return
      case 'load-failed':
        return pool.fail(message.interpreter, message.reason)
      case 'part':
        return void parts.supply(message.name, message.asset).catch((error: unknown) => {
          parts.fail(message.name, String(error))
        })
      case 'part-failed':
        return parts.fail(message.name, message.reason)
      case 'ping':
        return say({ kind: 'pong', beat: message.beat })
      case 'stop':
        return running.get(message.run)?.stop()
      case 'run': {
        const { run } = message
        const program = new ProgramRun({ pool, parts }, message.interpreter, message.program, {
          started: () => say({ kind: 'started', run }),
          output: (channel, bytes) => say({ kind: 'output', run, channel, bytes }),
          ended(ending, limit, rests, files) {
            running.delete(run)
            say({ kind: 'ended', run, ending, limit, files, rests })
          },
        })
        running.set(run, program)
      }
    }
  }
}

// The page sends one port. The frame ignores all later messages to the window.
addEventListener('message', function first(event: MessageEvent) {
  const port = event.ports[0]
  if (event.source !== parent || port === undefined) return
  removeEventListener('message', first)
  openFrame(port)
})
parent.postMessage('sandbox-frame-ready', '*')
