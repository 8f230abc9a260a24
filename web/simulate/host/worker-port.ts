import type { InterpreterName } from '#core/simulation'
import { joinBytes } from '../../files/bytes.ts'
import type { Interpreter } from '../interpreter.ts'
import type { Asset, Channel, FromWorker, Program, SpawnResult, ToWorker } from '../messages.ts'

/** The messaging function of the worker, stored before a program runs, so that the program cannot replace it. */
const post = self.postMessage.bind(self) as (message: FromWorker, transfer: Transferable[]) => void

export function say(message: FromWorker, transfer: Transferable[] = []): void {
  post(message, transfer)
}

export type Assets = Readonly<Record<string, Asset>>

/** The worker's side of an interpreter. It boots the interpreter, runs one program, and reports the outcome. */
export function serve(boot: (assets: Assets) => Promise<Interpreter>): void {
  let interpreter: Interpreter | undefined
  const fail = (error: unknown): void => say({ kind: 'failed', reason: String(error) })
  self.onmessage = (event: MessageEvent<ToWorker>) => {
    const message = event.data
    if (message.kind === 'boot') {
      unpack(message.assets, message.packed)
        .then(boot)
        .then((booted) => {
          interpreter = booted
          say({ kind: 'ready' })
        }, fail)
    } else if (message.kind === 'run') {
      const { program, parts } = message
      const output = new OutputSender(program.limits.output)
      interpreter?.run(program, output, parts).then((outcome) => {
        output.flush()
        say(outcome, outcome.kind === 'ended' && outcome.files ? [outcome.files.touched.bytes.buffer] : [])
      }, fail)
    } else spawned.get(message.id)?.(message.result)
  }
}

/** Start another program in the frame and wait for its end. */
export async function spawn(interpreter: InterpreterName, program: Program): Promise<SpawnResult> {
  const id = ++spawns
  const result = await new Promise<SpawnResult>((resolve) => {
    spawned.set(id, resolve)
    say({ kind: 'spawn', id, interpreter, program })
  })
  spawned.delete(id)
  return result
}

let spawns = 0

/** The callers that wait for processes that this worker started. */
const spawned = new Map<number, (result: SpawnResult) => void>()

/** Decompress and compile the assets. The first worker of a kind does this for all later workers. */
async function unpack(assets: Assets, packed: boolean): Promise<Assets> {
  if (!packed) return assets
  const entries = Object.entries(assets).map(async ([name, asset]): Promise<[string, Asset]> => {
    if (asset instanceof WebAssembly.Module) return [name, asset]
    const stream = asset.stream().pipeThrough(new DecompressionStream('gzip'))
    const type = name.endsWith('.wasm') ? 'application/wasm' : name.endsWith('js') ? 'text/javascript' : ''
    const response = new Response(stream, { headers: { 'content-type': type } })
    return [name, name.endsWith('.wasm') ? await WebAssembly.compileStreaming(response) : await response.blob()]
  })
  const unpacked = Object.fromEntries(await Promise.all(entries))
  say({ kind: 'unpacked', assets: unpacked })
  return unpacked
}

export function moduleOf(assets: Assets, name: string): WebAssembly.Module {
  const asset = assets[name]
  if (asset instanceof WebAssembly.Module) return asset
  throw new Error(`the sandbox does not contain ${name}`)
}

export function blobOf(assets: Assets, name: string): Blob {
  const asset = assets[name]
  if (asset instanceof Blob) return asset
  throw new Error(`the sandbox does not contain ${name}`)
}

/** Import a module script from an asset. */
export function importAsset(assets: Assets, name: string): Promise<Record<string, unknown>> {
  return importBlob(blobOf(assets, name))
}

export async function importBlob(script: Blob): Promise<Record<string, unknown>> {
  const url = URL.createObjectURL(script)
  try {
    return (await import(/* @vite-ignore */ url)) as Record<string, unknown>
  } finally {
    URL.revokeObjectURL(url)
  }
}

const burst = 256
const refillMs = 5
const batchBytes = 64 * 1024

/**
 * Sends output to the frame: immediately if writes are rare, in batches if they are frequent. Timers do not run in a
 * busy worker, so the next write or `flush` sends the rest of a batch.
 */
class OutputSender {
  #written = 0
  #tokens = burst
  #at = performance.now()
  readonly #held = new Map<Channel, { chunks: Uint8Array[]; size: number }>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Copy and send the bytes. Drops output over the limit, so that it cannot fill the memory. */
  write(channel: Channel, bytes: Uint8Array): void {
    const taken = bytes.slice(0, Math.max(0, this.#limit + 1 - this.#written))
    if (taken.length === 0) return
    this.#written += taken.length
    const held = this.#held.get(channel) ?? { chunks: [], size: 0 }
    this.#held.set(channel, held)
    held.chunks.push(taken)
    held.size += taken.length
    const now = performance.now()
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#at) / refillMs)
    this.#at = now
    if (this.#tokens >= 1 || held.size >= batchBytes || this.#written > this.#limit) this.#send(channel)
  }

  flush(): void {
    for (const channel of [...this.#held.keys()]) this.#send(channel)
  }

  #send(channel: Channel): void {
    const held = this.#held.get(channel)
    if (held === undefined) return
    this.#held.delete(channel)
    this.#tokens--
    const bytes = joinBytes(held.chunks)
    say({ kind: 'output', channel, bytes }, [bytes.buffer])
  }
}
