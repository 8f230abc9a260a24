import type { InterpreterName } from '#core/simulation'
import type { Asset, FromWorker, Parts, Program, ToWorker } from '../messages.ts'

/** A worker with a booted interpreter, as the frame sees it. */
export interface BootedWorker {
  /** Run the program. All later messages are passed to `hear` unparsed. */
  run(program: Program, parts: Parts, hear: (message: unknown) => void): void
  send(message: ToWorker): void
  kill(): void
}

interface Kind {
  script: Blob | undefined
  assets: Readonly<Record<string, Asset>>
  packed: boolean
  spare: Promise<BootedWorker> | undefined
  readonly waiting: { resolve(): void; reject(error: Error): void }[]
}

/** Keeps one spare interpreter of each loaded kind ready, so that the next run starts immediately. */
export class Pool {
  readonly #kinds = new Map<InterpreterName, Kind>()
  readonly #want: (name: InterpreterName) => void

  constructor(want: (name: InterpreterName) => void) {
    this.#want = want
  }

  /** Store an interpreter's assets and start its first spare worker. Rejects if the interpreter does not start. */
  async load(name: InterpreterName, assets: Readonly<Record<string, Blob>>): Promise<void> {
    const kind = this.#kind(name)
    const { 'worker.js': script = new Blob(), ...rest } = assets
    try {
      const unpacked = new Response(script.stream().pipeThrough(new DecompressionStream('gzip')))
      Object.assign(kind, { script: await unpacked.blob(), assets: rest, packed: true })
      await this.#spare(kind)
    } catch (error) {
      kind.script = undefined
      this.fail(name, String(error))
      throw error
    }
    for (const waiter of kind.waiting.splice(0)) waiter.resolve()
  }

  /** Reject all waiting callers, because the assets cannot be loaded. */
  fail(name: InterpreterName, reason: string): void {
    for (const waiter of this.#kind(name).waiting.splice(0)) waiter.reject(new Error(reason))
  }

  /** Take a booted interpreter. Requests the assets if they are not loaded yet. */
  async take(name: InterpreterName): Promise<BootedWorker> {
    const kind = this.#kind(name)
    if (kind.script === undefined || kind.packed) {
      if (kind.script === undefined) this.#want(name)
      await new Promise<void>((resolve, reject) => kind.waiting.push({ resolve, reject }))
    }
    const spare = this.#spare(kind)
    kind.spare = undefined
    return spare
  }

  /** Start the next spare worker if there is none. */
  replenish(name: InterpreterName): void {
    const kind = this.#kinds.get(name)
    if (kind?.script !== undefined && !kind.packed) this.#spare(kind).catch(() => (kind.spare = undefined))
  }

  #kind(name: InterpreterName): Kind {
    let kind = this.#kinds.get(name)
    if (kind === undefined) {
      kind = { script: undefined, assets: {}, packed: true, spare: undefined, waiting: [] }
      this.#kinds.set(name, kind)
    }
    return kind
  }

  #spare(kind: Kind): Promise<BootedWorker> {
    kind.spare ??= boot(kind)
    return kind.spare
  }
}

function boot(kind: Kind): Promise<BootedWorker> {
  // Use a new URL per worker: a program that revokes its URL cannot affect the next worker.
  const url = URL.createObjectURL(new Blob([kind.script ?? ''], { type: 'text/javascript' }))
  const worker = new Worker(url)
  let hear: ((message: unknown) => void) | undefined
  const send = (message: ToWorker): void => worker.postMessage(message)
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      if (hear === undefined) {
        worker.terminate()
        reject(new Error(reason))
      } else hear({ kind: 'failed', reason })
    }
    worker.onerror = (event) => {
      event.preventDefault()
      fail(event.message || 'the worker failed to start')
    }
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (hear !== undefined) return hear(event.data)
      const message = event.data
      if (message.kind === 'unpacked') Object.assign(kind, { assets: message.assets, packed: false })
      else if (message.kind === 'failed') fail(message.reason)
      else if (message.kind === 'ready') {
        URL.revokeObjectURL(url)
        resolve({
          run(program, parts, listener) {
            hear = listener
            send({ kind: 'run', program, parts })
          },
          send,
          kill: () => worker.terminate(),
        })
      }
    }
    send({ kind: 'boot', packed: kind.packed, assets: kind.assets })
  })
}
