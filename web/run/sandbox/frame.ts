import { joinBytes } from '../../files/bytes.ts'
import { Capture } from '../simulate/capture.ts'
import type {
  Answered,
  CapturedRest,
  Channel,
  FrameMessage,
  FromWorker,
  InterpreterName,
  PageMessage,
  Program,
  SpawnResult,
  StreamName,
} from '../simulate/messages.ts'
import { answeredBy, wantedBy } from './answered.ts'
import { parseWorkerMessage } from './parse-worker-message.ts'
import { PartStore } from './part-store.ts'
import { Pool } from './pool.ts'
import type { Interpreter } from './pool.ts'
import { SaidBefore } from './said-before.ts'

/**
 * The script of the opaque-origin frame: it owns the workers in which programs run, passes messages, and ends what is
 * to end. It never touches what a program says beyond counting its bytes.
 */
function openFrame(port: MessagePort): void {
  const say = (message: FrameMessage, transfer: Transferable[] = []): void => port.postMessage(message, transfer)
  const running = new Map<number, { stop(): void }>()
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
        const stop = runProgram({ pool, parts }, message.interpreter, message.program, {
          started: () => say({ kind: 'started', run }),
          output: (channel, bytes) => say({ kind: 'output', run, channel, bytes }),
          ended(ending, limit, rests, files) {
            running.delete(run)
            say({ kind: 'ended', run, ending, limit, files, rests })
          },
        })
        running.set(run, { stop })
      }
    }
  }
}

type EndedMessage = Extract<FromWorker, { kind: 'ended' }>

type Rests = Readonly<Record<Channel, CapturedRest>>

interface Watcher {
  started(): void
  output(channel: Channel, bytes: Uint8Array): void
  ended(ending: EndedMessage['ending'], limit: string | null, rests: Rests, files: EndedMessage['files']): void
}

/** What all runs of the frame take from. */
interface Stock {
  readonly pool: Pool
  readonly parts: PartStore
}

function runProgram(
  stock: Stock,
  interpreter: InterpreterName,
  program: Program,
  watcher: Watcher,
  isChild = false,
): () => void {
  const { pool, parts } = stock
  const captured = (): Capture => new Capture(program.limits.kept_output)
  const captures: Record<Channel, Capture> = {
    stdout: captured(),
    stderr: captured(),
    'stdout-preview': captured(),
    'stderr-preview': captured(),
  }
  const children = new Set<() => void>()
  // Only Python is run again, so only its output is remembered.
  const said = interpreter === 'python' ? new SaidBefore() : undefined
  const answers: Answered[] = []
  let starts = ''
  let worker: Interpreter | undefined
  let over = false
  let started = 0
  let written = 0

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
    const rest = (channel: Channel): CapturedRest => ({
      tail: captures[channel].tail(),
      total: captures[channel].total,
    })
    const rests: Rests = {
      stdout: rest('stdout'),
      stderr: rest('stderr'),
      'stdout-preview': rest('stdout-preview'),
      'stderr-preview': rest('stderr-preview'),
    }
    watcher.ended(ending, limit, rests, files)
  }

  const spawn = ({ id, interpreter: wanted, program: child }: Extract<FromWorker, { kind: 'spawn' }>): void => {
    const answer = (result: SpawnResult): void => worker?.tell({ kind: 'spawned', id, result })
    if (isChild) return answer(refusal('only the first program of a run starts others', null))
    if (++started > program.limits.processes) return answer(refusal('too many programs were started', 'processes'))
    const stop = runChild(stock, wanted, { ...child, limits: program.limits }, (result) => {
      children.delete(stop)
      answer(result)
    })
    children.add(stop)
  }

  /** Run what the program starts, then the program once more from its beginning with the answer. */
  const goOn = ({ call, files }: Extract<FromWorker, { kind: 'left' }>): void => {
    worker?.kill()
    pool.replenish(interpreter)
    const wanted = wantedBy(call, files, program.limits)
    const instead = (name: string): void => end({ kind: 'not-simulated', starts: name })
    if (wanted.kind === 'unknown') return instead(wanted.starts)
    starts = wanted.program.command
    if (isChild) return instead(starts)
    if (++started > program.limits.processes)
      return end({ kind: 'not-started', reason: 'too many programs were started' }, 'processes')
    const stop = runChild(stock, wanted.interpreter, wanted.program, (result) => {
      children.delete(stop)
      if (over) return
      const answer = answeredBy(call, wanted, result)
      if (typeof answer === 'string') return instead(answer)
      answers.push(answer)
      said?.again()
      begin()
    })
    children.add(stop)
  }

  const hear = (data: unknown): void => {
    const message = over ? undefined : parseWorkerMessage(data)
    if (message === undefined) return
    if (message.kind === 'output') {
      const { channel } = message
      const bytes = said ? said.fresh(channel, message.bytes) : message.bytes
      // Run again, it went another way: with chance or the time in it.
      if (bytes === undefined) return end({ kind: 'not-simulated', starts })
      const live = captures[channel].add(bytes)
      if (live.length > 0) watcher.output(channel, live)
      written += bytes.length
      if (written > program.limits.output) end({ kind: 'output-limit' }, 'output')
    } else if (message.kind === 'ended') end(message.ending, message.limit, message.files)
    else if (message.kind === 'failed') end({ kind: 'killed', signal: 'SIGABRT' })
    else if (message.kind === 'spawn') spawn(message)
    else if (message.kind === 'left') goOn(message)
  }

  const begin = (): void => {
    const needed = interpreter === 'javascript' ? parts.take(program) : Promise.resolve({})
    needed
      .then(async (loaded) => {
        const taken = await pool.take(interpreter)
        if (over) return taken.kill()
        worker = taken
        if (answers.length === 0) watcher.started()
        taken.run(answers.length === 0 ? program : { ...program, answers }, loaded, hear)
        setTimeout(() => pool.replenish(interpreter), 250) // a long run: have the next one ready meanwhile
      })
      .catch((error: unknown) => end({ kind: 'not-started', reason: String(error) }))
  }
  begin()
  return () => end({ kind: 'stopped' })
}

function runChild(
  stock: Stock,
  interpreter: InterpreterName,
  program: Program,
  done: (result: SpawnResult) => void,
): () => void {
  const chunks: Record<Channel, Uint8Array[]> = { stdout: [], stderr: [], 'stdout-preview': [], 'stderr-preview': [] }
  const watcher: Watcher = {
    started: () => undefined,
    output: (channel, bytes) => void chunks[channel].push(bytes),
    ended(ending, limit, rests, files) {
      const whole = (stream: StreamName): Uint8Array => joinBytes([...chunks[stream], rests[stream].tail])
      done({ ending, limit, stdout: whole('stdout'), stderr: whole('stderr'), files })
    },
  }
  return runProgram(stock, interpreter, program, watcher, true)
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
