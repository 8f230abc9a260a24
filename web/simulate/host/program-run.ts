import type { InterpreterName } from '#core/simulation'
import { joinBytes } from '../../files/bytes.ts'
import { Capture } from '#core/run'
import type { Answered, CapturedRest, Channel, FromWorker, Program, SpawnResult, StreamName } from '../messages.ts'
import { answeredBy, wantedBy } from './answered.ts'
import { parseWorkerMessage } from './parse-worker-message.ts'
import type { PartStore } from './part-store.ts'
import type { BootedWorker, Pool } from './pool.ts'
import { SaidBefore } from './said-before.ts'

type Message<Kind extends FromWorker['kind']> = Extract<FromWorker, { readonly kind: Kind }>
type EndedMessage = Message<'ended'>

type Rests = Readonly<Record<Channel, CapturedRest>>

/** The callbacks of a program's run. */
interface Watcher {
  started(): void
  output(channel: Channel, bytes: Uint8Array): void
  ended(ending: EndedMessage['ending'], limit: string | null, rests: Rests, files: EndedMessage['files']): void
}

/** The resources that all runs of the frame share. */
interface Stock {
  readonly pool: Pool
  readonly parts: PartStore
}

/** One program that runs in a separate worker, with the programs that it starts. */
export class ProgramRun {
  readonly #stock: Stock
  readonly #interpreter: InterpreterName
  readonly #program: Program
  readonly #watcher: Watcher
  readonly #isChild: boolean
  readonly #captures: Readonly<Record<Channel, Capture>>
  readonly #children = new Set<ProgramRun>()
  /** The output of the program's previous runs. Only Python runs again, so it is undefined for other interpreters. */
  readonly #said: SaidBefore | undefined
  readonly #answers: Answered[] = []
  /** The command that the program starts. Its result is required for the next run of the program. */
  #starts = ''
  #worker: BootedWorker | undefined
  #isOver = false
  #started = 0
  #written = 0

  constructor(stock: Stock, interpreter: InterpreterName, program: Program, watcher: Watcher, isChild = false) {
    this.#stock = stock
    this.#interpreter = interpreter
    this.#program = program
    this.#watcher = watcher
    this.#isChild = isChild
    this.#captures = perChannel(() => new Capture(program.limits.kept_output))
    this.#said = interpreter === 'python' ? new SaidBefore() : undefined
    this.#begin()
  }

  stop(): void {
    this.#end({ kind: 'stopped' })
  }

  #begin(): void {
    const { pool, parts } = this.#stock
    const isFirst = this.#answers.length === 0
    const needed = this.#interpreter === 'javascript' ? parts.take(this.#program) : Promise.resolve({})
    needed
      .then(async (loaded) => {
        const taken = await pool.take(this.#interpreter)
        if (this.#isOver) return taken.kill()
        this.#worker = taken
        if (isFirst) this.#watcher.started()
        const program = isFirst ? this.#program : { ...this.#program, answers: this.#answers }
        taken.run(program, loaded, (data) => this.#hear(data))
        setTimeout(() => pool.replenish(this.#interpreter), 250) // in a long run, start the next spare interpreter during the run
      })
      .catch((error: unknown) => this.#end({ kind: 'not-started', reason: String(error) }))
  }

  #hear(data: unknown): void {
    const message = this.#isOver ? undefined : parseWorkerMessage(data)
    switch (message?.kind) {
      case 'output':
        return this.#print(message)
      case 'ended':
        return this.#end(message.ending, message.limit, message.files)
      case 'failed':
        return this.#end({ kind: 'killed', signal: 'SIGABRT' })
      case 'spawn':
        return this.#spawn(message)
      case 'left':
        return this.#goOn(message)
    }
  }

  #print({ channel, bytes: printed }: Message<'output'>): void {
    const bytes = this.#said ? this.#said.fresh(channel, printed) : printed
    // The repeated run differs from the previous run, because the program depends on random values or the time.
    if (bytes === undefined) return this.#end({ kind: 'not-simulated', starts: this.#starts })
    const live = bytes.subarray(0, this.#captures[channel].take(bytes))
    if (live.length > 0) this.#watcher.output(channel, live)
    this.#written += bytes.length
    if (this.#written > this.#program.limits.output) this.#end({ kind: 'output-limit' }, 'output')
  }

  #spawn({ id, interpreter, program }: Message<'spawn'>): void {
    const { limits } = this.#program
    const answer = (result: SpawnResult): void => this.#worker?.send({ kind: 'spawned', id, result })
    if (this.#isChild) return answer(refusal('only the first program of a run can start other programs', null))
    if (++this.#started > limits.processes) return answer(refusal('the run started too many programs', 'processes'))
    this.#start(interpreter, { ...program, limits }, answer)
  }

  /** Run the started program, then run this program again from its beginning with the result. */
  #goOn({ call, files }: Message<'left'>): void {
    const { limits } = this.#program
    this.#worker?.kill()
    this.#stock.pool.replenish(this.#interpreter)
    const wanted = wantedBy(call, files, limits)
    const instead = (starts: string): void => this.#end({ kind: 'not-simulated', starts })
    if (wanted.kind === 'unknown') return instead(wanted.starts)
    this.#starts = wanted.program.command
    if (this.#isChild) return instead(this.#starts)
    if (++this.#started > limits.processes)
      return this.#end({ kind: 'not-started', reason: 'the run started too many programs' }, 'processes')
    this.#start(wanted.interpreter, wanted.program, (result) => {
      if (this.#isOver) return
      const answer = answeredBy(call, wanted, result)
      if (typeof answer === 'string') return instead(answer)
      this.#answers.push(answer)
      this.#said?.again()
      this.#begin()
    })
  }

  /** Run a program that this program starts, and store its whole output. */
  #start(interpreter: InterpreterName, program: Program, done: (result: SpawnResult) => void): void {
    const chunks = perChannel((): Uint8Array[] => [])
    const watcher: Watcher = {
      started: () => undefined,
      output: (channel, bytes) => void chunks[channel].push(bytes),
      ended: (ending, limit, rests, files) => {
        const whole = (stream: StreamName): Uint8Array => joinBytes([...chunks[stream], rests[stream].tail])
        this.#children.delete(child)
        done({ ending, limit, stdout: whole('stdout'), stderr: whole('stderr'), files })
      },
    }
    const child = new ProgramRun(this.#stock, interpreter, program, watcher, true)
    this.#children.add(child)
  }

  #end(ending: EndedMessage['ending'], limit: string | null = null, files: EndedMessage['files'] = null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#worker?.kill()
    for (const child of this.#children) child.stop()
    this.#stock.pool.replenish(this.#interpreter)
    const rests = perChannel((channel) => ({
      tail: this.#captures[channel].tail.slice(),
      total: this.#captures[channel].bytes,
    }))
    this.#watcher.ended(ending, limit, rests, files)
  }
}

function perChannel<T>(make: (channel: Channel) => T): Readonly<Record<Channel, T>> {
  return {
    stdout: make('stdout'),
    stderr: make('stderr'),
    'stdout-preview': make('stdout-preview'),
    'stderr-preview': make('stderr-preview'),
  }
}

function refusal(reason: string, limit: string | null): SpawnResult {
  const nothing = new Uint8Array()
  return { ending: { kind: 'not-started', reason }, limit, stdout: nothing, stderr: nothing, files: null }
}
