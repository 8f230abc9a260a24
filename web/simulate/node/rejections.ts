import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { field, runtimePlace, runtimeWordsOf } from './engine-insides.ts'
import type { Engine } from './quickjs-boot.ts'

/** A promise that was rejected without a handler, with the reason. */
export interface Rejection {
  readonly promise: QuickJSHandle
  readonly reason: QuickJSHandle
}

/**
 * A WebAssembly module that converts a JavaScript function to a function that the engine can call. The converted
 * function has the type of the engine's rejection tracker: `(context, promise, reason, handled, opaque)`.
 */
const trackerModule = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 9, 1, 96, 5, 127, 126, 126, 127, 127, 0], // type: (i32, i64, i64, i32, i32) -> ()
  ...[2, 7, 1, 1, 97, 1, 102, 0, 0], // import a.f
  ...[7, 5, 1, 1, 102, 0, 0], // export f
)

/**
 * Tracks promises that are rejected without a handler, and promises that are handled later. The binding does not export
 * `JS_SetHostPromiseRejectionTracker`, so this class writes the tracker's field directly. It follows the fields of the
 * interrupt handler; setting that handler locates them.
 */
export class RejectionWatch {
  readonly #open = new Map<bigint, Rejection>()
  readonly #late: Rejection[] = []
  readonly #reported = new Map<bigint, Rejection>()

  constructor(engine: Engine, runtime: QuickJSRuntime, vm: QuickJSContext, interrupt: () => boolean) {
    const { memory, quickjs, functions } = engine
    const ffi = quickjs.getFFI()
    const { malloc, handleAt } = insides(engine, vm)
    const words = (): readonly number[] => runtimeWordsOf(memory, runtime)
    const before = words()
    runtime.setInterruptHandler(interrupt)
    const place = words().findIndex((word, index) => before[index] === 0 && word !== 0)
    const [opaque, tracker, trackerOpaque] = words().slice(place + 1)
    if (place < 0 || opaque === undefined || tracker !== 0 || trackerOpaque !== 0)
      throw new Error('unexpected build of QuickJS')

    const scratch = malloc(8)
    const taken = (context: number, value: bigint): QuickJSHandle => {
      new DataView(memory.buffer).setBigInt64(scratch, value, true)
      return handleAt(ffi.QTS_DupValuePointer(context as never, scratch as never))
    }
    const track = (context: number, promise: bigint, reason: bigint, handled: number): void => {
      if (handled !== 0) return this.#handled(promise)
      if (this.#open.has(promise)) return
      this.#open.set(promise, { promise: taken(context, promise), reason: taken(context, reason) })
    }
    const adapter = new WebAssembly.Instance(new WebAssembly.Module(trackerModule), { a: { f: track } })
    const index = functions.grow(1)
    functions.set(index, adapter.exports.f)
    new DataView(memory.buffer).setUint32(runtimePlace(runtime) + (place + 2) * 4, index, true)
  }

  /** The unhandled promises, each reported once. The caller frees their handles. */
  unhandled(): readonly Rejection[] {
    const open = [...this.#open]
    this.#open.clear()
    for (const [key, rejection] of open) this.#reported.set(key, rejection)
    return open.map(([, rejection]) => rejection)
  }

  /** The promises that were handled after their report. */
  handledLate(): readonly Rejection[] {
    return this.#late.splice(0)
  }

  /**
   * Drop unhandled promises with this reason. For every failed module, the engine creates an internal promise in
   * addition to the program's promise. Code cannot handle the internal promise.
   */
  drop(isReason: (reason: QuickJSHandle) => boolean): void {
    for (const [key, { promise, reason }] of [...this.#open]) {
      if (!isReason(reason)) continue
      this.#open.delete(key)
      promise.dispose()
      reason.dispose()
    }
  }

  #handled(key: bigint): void {
    const open = this.#open.get(key)
    const reported = this.#reported.get(key)
    if (open !== undefined) {
      this.#open.delete(key)
      open.promise.dispose()
      open.reason.dispose()
    }
    if (reported !== undefined) {
      this.#reported.delete(key)
      this.#late.push(reported)
    }
  }
}

interface Insides {
  readonly malloc: (size: number) => number
  readonly handleAt: (pointer: unknown) => QuickJSHandle
}

/** The private fields of the binding. Each field is checked before use. */
function insides(engine: Engine, vm: QuickJSContext): Insides {
  const module = field(engine.quickjs, 'module')
  const malloc = field(module, '_malloc')
  const memory = field(vm, 'memory')
  const handleAt = field(memory, 'heapValueHandle')
  if (typeof malloc !== 'function' || typeof handleAt !== 'function')
    throw new Error('unexpected version of the binding')
  return {
    malloc: (size) => Number(malloc(size)),
    handleAt: (pointer) => (handleAt as (this: unknown, pointer: unknown) => QuickJSHandle).call(memory, pointer),
  }
}
