import type { QuickJSRuntime } from 'quickjs-emscripten-core'
import { deepCallNames } from '../../build/wasm-deep-calls.ts'
import { field, runtimePlace, runtimeWordsOf } from './engine-insides.ts'
import type { Engine } from './quickjs-boot.ts'

/**
 * Bytes of the engine's stack that one stack of the browser can carry: of it a call needs three to four times as much, and
 * a worker has 500 KB in Chromium.
 */
const stackBytes = 128 * 1024

/** After how many bytes calls go on on a further stack: on the first one a door of the host may lead back in. */
const firstBytes = 40 * 1024
const furtherBytes = 96 * 1024

/** As many as let plain recursion end where it ends in Node, at about 11,000 calls. */
const mostStacks = 20

type Call = (...args: (number | bigint)[]) => bigint
type Run = (...args: (number | bigint)[]) => void
export type Promising = (run: Run) => (...args: (number | bigint)[]) => Promise<void>

/**
 * A module that makes `deep` a function which the engine can call, and `run` one that a stack of its own can be made
 * for: it keeps the answer of the engine's call in `answer` and counts in `ended`.
 */
const stackModule = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 22, 2], // two types: that of the engine's call, and the same without an answer
  ...[0x60, 7, 0x7f, 0x7e, 0x7e, 0x7e, 0x7f, 0x7f, 0x7f, 1, 0x7e],
  ...[0x60, 7, 0x7f, 0x7e, 0x7e, 0x7e, 0x7f, 0x7f, 0x7f, 0],
  ...[2, 13, 2, 1, 97, 1, 100, 0, 0, 1, 97, 1, 99, 0, 0], // import a.d, the way here, and a.c, the engine's call
  ...[3, 2, 1, 1], // one function of the second type
  ...[6, 11, 2, 0x7e, 1, 0x42, 0, 0x0b, 0x7f, 1, 0x41, 0, 0x0b], // answer and ended
  ...[7, 17, 4, 1, 100, 0, 0, 1, 114, 0, 2, 1, 97, 3, 0, 1, 110, 3, 1], // export d, r, a, n
  ...[10, 29, 1, 27, 0],
  ...[0x20, 0, 0x20, 1, 0x20, 2, 0x20, 3, 0x20, 4, 0x20, 5, 0x20, 6, 0x10, 1, 0x24, 0],
  ...[0x23, 1, 0x41, 1, 0x6a, 0x24, 1, 0x0b],
)

/**
 * Let calls that would overflow the browser's stack go on on a further one: the browser makes one for whatever might
 * wait for a promise, and nothing here ever waits. Where the browser cannot do so, recursion ends with the first stack.
 */
export function allowDeepCalls(engine: Engine, runtime: QuickJSRuntime, promising = promisingOfBrowser()): void {
  const limit = limitStack(engine, runtime)
  if (promising === undefined) return
  const { call, stack, below, through } = callsOf(engine)
  let stacks = 0

  const deep: Call = (...args) => {
    const [top, limitBefore, belowBefore, endedBefore] = [
      numberIn(stack),
      limit.get(),
      numberIn(below),
      numberIn(ended),
    ]
    // Below the last stack the engine itself finds that there is no room, and says so as for any other limit.
    const isLast = stacks === mostStacks
    limit.set(isLast ? top : top - stackBytes)
    below.value = isLast ? 0 : top - furtherBytes
    stacks++
    run(...args).catch(() => undefined)
    stacks--
    limit.set(limitBefore)
    below.value = belowBefore
    if (numberIn(ended) === endedBefore) throw new Error('the engine stopped within a deep call')
    return answer.value as bigint
  }

  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(stackModule), { a: { d: deep, c: call } })
  const run = promising(exports.r as Run)
  const [answer, ended] = [globalOf(exports, 'a'), globalOf(exports, 'n')]
  through.value = engine.functions.grow(1)
  engine.functions.set(numberIn(through), exports.d)
  below.value = numberIn(stack) - firstBytes
}

/** Set the engine's own limit, and find the word in which it keeps how far down the stack may reach. */
function limitStack({ memory }: Engine, runtime: QuickJSRuntime): { get(): number; set(value: number): void } {
  runtime.setMaxStackSize(stackBytes)
  const words = runtimeWordsOf(memory, runtime)
  const size = words.findIndex((word, at) => word === stackBytes && words[at + 2] === (words[at + 1] ?? 0) - word)
  if (size < 0) throw new Error('the engine is another one than expected')
  const place = runtimePlace(runtime) + (size + 2) * 4
  const view = (): DataView => new DataView(memory.buffer)
  return {
    get: () => view().getUint32(place, true),
    set: (value) => view().setUint32(place, value, true),
  }
}

/** How the browser gives a function of WebAssembly a stack of its own. */
function promisingOfBrowser(): Promising | undefined {
  const promising = field(WebAssembly, 'promising')
  return typeof promising === 'function' ? (promising as Promising) : undefined
}

interface Calls extends Record<'stack' | 'below' | 'through', WebAssembly.Global> {
  readonly call: WebAssembly.ExportValue
}

function callsOf({ exports }: Engine): Calls {
  const call = exports[deepCallNames.call]
  if (typeof call !== 'function') throw new Error('the engine is another one than expected')
  return {
    call,
    stack: globalOf(exports, deepCallNames.stack),
    below: globalOf(exports, deepCallNames.below),
    through: globalOf(exports, deepCallNames.through),
  }
}

function globalOf(exports: WebAssembly.Exports, name: string): WebAssembly.Global {
  const found = exports[name]
  if (!(found instanceof WebAssembly.Global)) throw new Error('the engine is another one than expected')
  return found
}

const numberIn = (global: WebAssembly.Global): number => Number(global.value)
