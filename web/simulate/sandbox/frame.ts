import { Capture, joinBytes } from '../capture.ts'
import type { FrameMessage, FromWorker, InterpreterName, PageMessage, Program, SpawnResult } from '../messages.ts'
import { parseWorkerMessage } from './parse-worker-message.ts'
import { Pool } from './pool.ts'
import type { Interpreter } from './pool.ts'

/**
 * The script of the opaque-origin frame: it owns the workers in which programs run, passes messages, and ends what is
 * to end. It never touches what a program says beyond counting its bytes.
 */
function openFrame(port: MessagePort): void {
  const say = (message: FrameMessage, transfer: Transferable[] = []): void => port.postMessage(message, transfer)
  const running = new Map<number, { stop(): void }>()
  const pool = new Pool((interpreter) => say({ kind: 'wanted', interpreter }))

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
      case 'ping':
        return say({ kind: 'pong', beat: message.beat })
      case 'stop':
        return running.get(message.run)?.stop()
      case 'run': {
        const { run } = message
        const stop = runProgram(pool, message.interpreter, message.program, {
          started: () => say({ kind: 'started', run }),
          output: (stream, bytes) => say({ kind: 'output', run, stream, bytes }),
          ended(ending, limit, stdout, stderr, files) {
            running.delete(run)
            say({ kind: 'ended', run, ending, limit, files, ...rests(stdout, stderr) })
          },
        })
        running.set(run, { stop })
      }
    }
  }
}

function rests(stdout: Capture, stderr: Capture): Pick<FrameMessage & { kind: 'ended' }, 'stdout' | 'stderr'> {
  return {
    stdout: { tail: stdout.tail(), total: stdout.total },
    stderr: { tail: stderr.tail(), total: stderr.total },
  }
}

type EndedMessage = Extract<FromWorker, { kind: 'ended' }>

interface Watcher {
  started(): void
  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
  ended(
    ending: EndedMessage['ending'],
    limit: string | null,
    stdout: Capture,
    stderr: Capture,
    files: EndedMessage['files'],
  ): void
}

function runProgram(
  pool: Pool,
  interpreter: InterpreterName,
  program: Program,
  watcher: Watcher,
  isChild = false,
): () => void {
  const captures = { stdout: new Capture(program.limits.kept_output), stderr: new Capture(program.limits.kept_output) }
  const children = new Set<() => void>()
  let worker: Interpreter | undefined
  let over = false
  let started = 0

  const end = (
    ending: EndedMessage['ending'],
    limit: string | null = null,
    files: EndedMessage['files'] = null,
  ): void => {
    if (over) return
    over = true
    worker?.kill()
    for (const stop of children) stop()
    pool.replenish(interpreter)
    watcher.ended(ending, limit, captures.stdout, captures.stderr, files)
  }

  const spawn = ({ id, interpreter: wanted, program: child }: Extract<FromWorker, { kind: 'spawn' }>): void => {
    const answer = (result: SpawnResult): void => worker?.tell({ kind: 'spawned', id, result })
    if (isChild) return answer(refusal('only the first program of a run starts others', null))
    if (++started > program.limits.processes) return answer(refusal('too many programs were started', 'processes'))
    const stop = runChild(pool, wanted, { ...child, limits: program.limits }, (result) => {
      children.delete(stop)
      answer(result)
    })
    children.add(stop)
  }

  const hear = (data: unknown): void => {
    const message = over ? undefined : parseWorkerMessage(data)
    if (message === undefined) return
    if (message.kind === 'output') {
      const live = captures[message.stream].add(message.bytes)
      if (live.length > 0) watcher.output(message.stream, live)
      if (captures.stdout.total + captures.stderr.total > program.limits.output) end({ kind: 'output-limit' }, 'output')
    } else if (message.kind === 'ended') end(message.ending, message.limit, message.files)
    else if (message.kind === 'failed') end({ kind: 'killed', signal: 'SIGABRT' })
    else if (message.kind === 'spawn') spawn(message)
  }

  pool.take(interpreter).then(
    (taken) => {
      if (over) return taken.kill()
      worker = taken
      watcher.started()
      taken.run(program, hear)
      setTimeout(() => pool.replenish(interpreter), 250) // a long run: have the next one ready meanwhile
    },
    (error: unknown) => end({ kind: 'not-started', reason: String(error) }),
  )
  return () => end({ kind: 'stopped' })
}

function runChild(
  pool: Pool,
  interpreter: InterpreterName,
  program: Program,
  done: (result: SpawnResult) => void,
): () => void {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  const watcher: Watcher = {
    started: () => undefined,
    output: (stream, bytes) => void chunks[stream].push(bytes),
    ended(ending, limit, stdout, stderr, files) {
      chunks.stdout.push(stdout.tail())
      chunks.stderr.push(stderr.tail())
      done({ ending, limit, stdout: joinBytes(chunks.stdout), stderr: joinBytes(chunks.stderr), files })
    },
  }
  return runProgram(pool, interpreter, program, watcher, true)
}

function refusal(reason: string, limit: string | null): SpawnResult {
  const nothing = new Uint8Array()
  return { ending: { kind: 'not-started', reason }, limit, stdout: nothing, stderr: nothing, files: null }
}

// The page hands over one port and nothing else is ever listened to.
addEventListener('message', function first(event: MessageEvent) {
  const port = event.ports[0]
  if (event.source !== parent || port === undefined) return
  removeEventListener('message', first)
  openFrame(port)
})
parent.postMessage('sandbox-frame-ready', '*')
