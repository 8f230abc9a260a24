import type { InterpreterName } from '#core/simulation'
import type { AssetStore, Progress } from './assets.ts'
import { openFrameClient } from './frame-client.ts'
import type { FrameClient } from './frame-client.ts'
import type { FrameMessage, Program } from './messages.ts'
import type { PartName } from './parts.ts'

/** The callbacks of one run. */
export interface RunListener {
  hear(message: FrameMessage & { readonly run: number }): void
  /** Called if the frame is removed during the run. */
  lost(): void
  progress(progress: Progress): void
}

/** The sandbox frame of the page. It opens on first use, numbers its runs, and is replaced if it no longer responds. */
export class SandboxLink {
  readonly #assets: AssetStore
  #frame: Promise<FrameClient> | undefined
  #ready = new Map<InterpreterName, Promise<void>>()
  #settle = new Map<InterpreterName, { resolve(): void; reject(error: Error): void }>()
  #listeners = new Map<number, RunListener>()
  #pongs = new Map<number, () => void>()
  #count = 0

  constructor(assets: AssetStore) {
    this.#assets = assets
  }

  /** Download an interpreter and start its first spare worker. */
  load(interpreter: InterpreterName, onProgress: (progress: Progress) => void): Promise<void> {
    let ready = this.#ready.get(interpreter)
    if (ready === undefined) {
      ready = this.#load(interpreter, onProgress)
      this.#ready.set(interpreter, ready)
      ready.catch(() => this.#ready.delete(interpreter))
    }
    return ready
  }

  async #load(interpreter: InterpreterName, onProgress: (progress: Progress) => void): Promise<void> {
    const [frame, assets] = await Promise.all([this.#open(), this.#assets.load(interpreter, onProgress)])
    await new Promise<void>((resolve, reject) => {
      this.#settle.set(interpreter, { resolve, reject })
      frame.send({ kind: 'load', interpreter, assets })
    })
  }

  /** Send a program to the frame and return its run number, for `stop`. */
  async run(interpreter: InterpreterName, program: Program, listener: RunListener): Promise<number> {
    const frame = await this.#open()
    const run = ++this.#count
    this.#listeners.set(run, listener)
    frame.send({ kind: 'run', run, interpreter, program }, [program.files.bytes.buffer, program.files.ends.buffer])
    return run
  }

  async stop(run: number): Promise<void> {
    const frame = await this.#open()
    frame.send({ kind: 'stop', run })
  }

  /** Whether the frame responds within this number of milliseconds. */
  async answers(withinMs: number): Promise<boolean> {
    const frame = await this.#open()
    const beat = ++this.#count
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs)
      this.#pongs.set(beat, () => {
        clearTimeout(timer)
        resolve(true)
      })
      frame.send({ kind: 'ping', beat })
    })
  }

  release(run: number): void {
    this.#listeners.delete(run)
  }

  /** Remove the frame with all its runs. The next run opens a new frame. */
  drop(): void {
    this.#frame?.then((frame) => frame.remove()).catch(() => undefined)
    this.#frame = undefined
    this.#ready.clear()
    for (const { reject } of this.#settle.values()) reject(new Error('the sandbox was closed'))
    this.#settle.clear()
    const listeners = [...this.#listeners.values()]
    this.#listeners.clear()
    for (const listener of listeners) listener.lost()
  }

  async #open(): Promise<FrameClient> {
    if (this.#frame === undefined) {
      const frame = this.#assets.manifest().then((manifest) => {
        return openFrameClient(this.#assets.url(manifest.frame), (message) => {
          if (this.#frame === frame) this.#hear(message)
        })
      })
      this.#frame = frame
      frame.catch(() => (this.#frame = undefined))
    }
    return this.#frame
  }

  #hear(message: FrameMessage): void {
    switch (message.kind) {
      case 'pong':
        this.#pongs.get(message.beat)?.()
        this.#pongs.delete(message.beat)
        return
      case 'loaded':
        this.#settle.get(message.interpreter)?.resolve()
        return
      case 'failed':
        this.#settle.get(message.interpreter)?.reject(new Error(message.reason))
        return
      case 'wanted':
        return void this.#supply(message.interpreter)
      case 'part-wanted':
        return void this.#supplyPart(message.name)
      default:
        this.#listeners.get(message.run)?.hear(message)
    }
  }

  async #supplyPart(name: PartName): Promise<void> {
    const frame = await this.#open()
    try {
      frame.send({ kind: 'part', name, asset: await this.#assets.part(name) })
    } catch (error) {
      frame.send({ kind: 'part-failed', name, reason: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Load an interpreter that the frame requests. */
  async #supply(interpreter: InterpreterName): Promise<void> {
    const progress = (step: Progress): void => this.#listeners.forEach((listener) => listener.progress(step))
    try {
      await this.load(interpreter, progress)
    } catch (error) {
      const frame = await this.#open()
      frame.send({ kind: 'load-failed', interpreter, reason: String(error) })
    }
  }
}
