import { joinBytes } from '../files/bytes.ts'
import { readLeb, writeLeb } from './wasm-memory.ts'
import { changeSections, sectionOf, sections, withEntries } from './wasm-sections.ts'
import { exportEntry, exportKinds } from './wasm-table.ts'

/** Names under which the changed engine shows what its deep calls need. */
export const deepCallNames = { call: 'deep.call', stack: 'deep.stack', below: 'deep.below', through: 'deep.through' }

/** The type of `JS_CallInternal(context, function, this, new.target, count, arguments, flags)`, as the format writes it. */
const callType = [0x60, 7, 0x7f, 0x7e, 0x7e, 0x7e, 0x7f, 0x7f, 0x7f, 1, 0x7e]

/** Where C keeps its stack pointer: emscripten's first global. */
const stackPointer = 0

/**
 * An engine whose calls of JavaScript functions go another way when its stack pointer is below the global `below`: through
 * the function that `through` numbers in its table. Both are 0 to begin with, so nothing changes until they are set.
 */
export function divertDeepCalls(wasm: Uint8Array): Uint8Array {
  const globals = readLeb(sectionOf(wasm, sections.globals), 0).value
  const { index, code, type } = callFunction(wasm)
  const [below, through] = [globals, globals + 1]
  const detour = [
    ...[0x23, stackPointer, 0x23, ...writeLeb(below), 0x49], // the stack pointer is below
    ...[0x04, 0x40], // if
    ...[0, 1, 2, 3, 4, 5, 6].flatMap((local) => [0x20, local]),
    ...[0x23, ...writeLeb(through), 0x11, ...writeLeb(type), 0x00, 0x0f], // return what the other function gives
    0x0b,
  ]
  const shown = [
    exportEntry(deepCallNames.call, exportKinds.function, index),
    exportEntry(deepCallNames.stack, exportKinds.global, stackPointer),
    exportEntry(deepCallNames.below, exportKinds.global, below),
    exportEntry(deepCallNames.through, exportKinds.global, through),
  ]
  const zero = [0x7f, 1, 0x41, 0, 0x0b] // i32, can be set
  return changeSections(
    wasm,
    new Map([
      [sections.globals, (body: Uint8Array) => withEntries(body, [zero, zero])],
      [sections.exports, (body: Uint8Array) => withEntries(body, shown)],
      [sections.code, (body: Uint8Array) => withPrologue(body, code, detour)],
    ]),
  )
}

interface CallFunction {
  readonly index: number
  readonly code: number
  readonly type: number
}

/** The function that runs bytecode: the largest of the engine, of a type that few others have. */
function callFunction(wasm: Uint8Array): CallFunction {
  const bodies = bodiesOf(sectionOf(wasm, sections.code))
  const code = bodies.reduce((most, body, index) => (body.size > (bodies[most]?.size ?? 0) ? index : most), 0)
  const type = list(sectionOf(wasm, sections.functions), (body, at) => readLeb(body, at))[code]
  const spelled = list(sectionOf(wasm, sections.types), typeAt)[type?.value ?? -1]
  if (type === undefined || spelled === undefined || spelled.value.join() !== callType.join())
    throw new Error('the engine is another one than expected')
  const imported = list(sectionOf(wasm, sections.imports), importAt).filter(({ value }) => value === 0).length
  return { index: imported + code, code, type: type.value }
}

interface Read<T> {
  readonly value: T
  readonly next: number
}

function list<T>(body: Uint8Array, read: (body: Uint8Array, at: number) => Read<T>): readonly Read<T>[] {
  const count = readLeb(body, 0)
  const found: Read<T>[] = []
  for (let at = count.next; found.length < count.value;) {
    const item = read(body, at)
    found.push(item)
    at = item.next
  }
  return found
}

function typeAt(body: Uint8Array, at: number): Read<readonly number[]> {
  const given = readLeb(body, at + 1)
  const back = readLeb(body, given.next + given.value)
  const next = back.next + back.value
  return { value: [...body.subarray(at, next)], next }
}

/** The kind of an import. */
function importAt(body: Uint8Array, at: number): Read<number> {
  const module = readLeb(body, at)
  const name = readLeb(body, module.next + module.value)
  const from = name.next + name.value
  const kind = body[from] ?? -1
  if (kind === 0) return { value: kind, next: readLeb(body, from + 1).next }
  if (kind !== 2) throw new Error('the engine imports more than functions and a memory')
  const least = readLeb(body, from + 2)
  return { value: kind, next: (body[from + 1] ?? 0) % 2 === 1 ? readLeb(body, least.next).next : least.next }
}

interface Body {
  readonly from: number
  /** Where its first instruction is, behind its local variables. */
  readonly start: number
  readonly end: number
  readonly size: number
}

function bodiesOf(code: Uint8Array): readonly Body[] {
  return list(code, (body, from) => {
    const size = readLeb(body, from)
    const groups = readLeb(body, size.next)
    let start = groups.next
    for (let group = 0; group < groups.value; group++) start = readLeb(body, start).next + 1
    const end = size.next + size.value
    return { value: { from, start, end, size: size.value }, next: end }
  }).map(({ value }) => value)
}

function withPrologue(code: Uint8Array, index: number, prologue: readonly number[]): Uint8Array {
  const body = bodiesOf(code)[index]
  if (body === undefined) throw new Error('the engine is another one than expected')
  const locals = code.subarray(body.end - body.size, body.start)
  const size = Uint8Array.from(writeLeb(body.size + prologue.length))
  const parts = [code.subarray(0, body.from), size, locals, Uint8Array.from(prologue), code.subarray(body.start)]
  return joinBytes(parts)
}
