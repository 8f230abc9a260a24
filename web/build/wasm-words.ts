import { addressOf, constantOf, placesOf } from './wasm-constants.ts'
import { changeSections, sectionOf, sections } from './wasm-sections.ts'

/** Words of errors that the engine says otherwise than V8, by its own words; `%s` is the name that it puts in. */
const words: Readonly<Record<string, string>> = {
  "cannot read property '%s' of null": "Cannot read properties of null (reading '%s')",
  "cannot read property '%s' of undefined": "Cannot read properties of undefined (reading '%s')",
  "cannot set property '%s' of null": "Cannot set properties of null (setting '%s')",
  "cannot set property '%s' of undefined": "Cannot set properties of undefined (setting '%s')",
  'cannot read property of %s': 'Cannot read properties of %s',
  "'%s' is not defined": '%s is not defined',
  '%s is not initialized': "Cannot access '%s' before initialization",
  'cannot convert symbol to string': 'Cannot convert a Symbol value to a string',
  'cannot convert symbol to number': 'Cannot convert a Symbol value to a number',
  'expecting %%': 'URI malformed',
  'expecting surrogate pair': 'URI malformed',
  'expecting hex digit': 'URI malformed',
  'malformed UTF-8': 'URI malformed',
  'Date value is NaN': 'Invalid time value',
  'radix must be between 2 and 36': 'toString() radix argument must be between 2 and 36',
  'invalid array length': 'Invalid array length',
  'invalid string length': 'Invalid string length',
  'BigInt division by zero': 'Division by zero',
  'circular prototype chain': 'Cyclic __proto__ value',
}

/** Longer words of the engine's lower memory, with words there that no program meets, whose room they take. */
const lower = [
  ['stack overflow', 'Maximum call stack size exceeded', 'invalid opcode: pc=%u opcode=0x%02x'],
  [
    'cannot convert to object',
    'Cannot convert undefined or null to object',
    'resizable ArrayBuffers not supported for externally managed buffers',
  ],
] as const

/** Texts of a report on memory that nobody asks for: longer words go there. From the start of one to the end of another. */
const room = ['  malloc_usable_size unavailable\n', 'malloc limit: %lld\n\n'] as const

/** An engine that says the words of its commonest errors as V8 does. */
export function sayAsV8(wasm: Uint8Array): Uint8Array {
  const body = sectionOf(wasm, sections.data).slice()
  const text = new TextDecoder('latin1').decode(body)
  const placeOf = (words: string): number => {
    const at = text.indexOf(words)
    if (at < 0) throw new Error(`the engine does not say: ${words}`)
    return at
  }
  const write = (place: number, words: string, least = 0): number => {
    const bytes = new TextEncoder().encode(words.padEnd(least, '\0') + '\0')
    body.set(bytes, place)
    return bytes.length
  }
  let free = placeOf(room[0])
  const end = placeOf(room[1]) + room[1].length
  const moved = new Map<number, number>()
  for (const [own, other] of Object.entries(words)) {
    const place = placeOf(`\0${own}\0`) + 1
    if (other.length <= own.length) {
      write(place, other, own.length)
      continue
    }
    moved.set(addressOf(body, place), addressOf(body, free))
    free += write(free, other)
    if (free > end) throw new Error('there is no room for these words')
  }
  for (const [own, other, unmet] of lower) {
    const place = placeOf(`\0${unmet}\0`) + 1
    if (other.length > unmet.length) throw new Error('there is no room for these words')
    write(place, other, unmet.length)
    moved.set(addressOf(body, placeOf(`\0${own}\0`) + 1), addressOf(body, place))
  }
  const changes = [
    [sections.data, () => body],
    [sections.code, (code: Uint8Array) => withAddresses(code, moved)],
  ] as const
  return changeSections(wasm, new Map(changes))
}

/**
 * The code with other addresses, each a constant of as many bytes as before. What looks like one is one: behind the byte
 * of `i32.const` no other instruction begins with the first byte of a number that long.
 */
function withAddresses(code: Uint8Array, moved: ReadonlyMap<number, number>): Uint8Array {
  const changed = code.slice()
  for (const [from, to] of moved) {
    const [old, made] = [constantOf(from), constantOf(to)]
    const places = placesOf(code, from)
    if (places.length === 0 || old.length !== made.length)
      throw new Error('the engine uses these words otherwise than expected')
    for (const place of places) changed.set(made, place)
  }
  return changed
}
