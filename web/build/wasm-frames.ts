import { addressOf, constantOf, placesOf } from './wasm-constants.ts'
import { changeSections, sectionOf, sections } from './wasm-sections.ts'

/** The words by which the engine writes a frame; the function that uses them gives an error its frames. */
const frameWords = '\0    at %s\0'

/** Names that the engine has by number: the field that it writes frames to, and the word that takes its place. */
const [stackName, framesName] = [57, 23]

/** The field of an error that has its frames, until they are asked for as `stack`. */
export const framesField = 'throw'

/** How far behind its words the function writes the field, and behind a field's place in a table it is compared. */
const reach = 500

/** The place of a name in the table of an object's fields, as the engine reckons it: before the fields, four bytes each. */
const tablePlace = (name: number): number => ~name * 4

/**
 * An engine that does not give errors a `stack`: V8's begins with the name and the message, the engine's has the frames
 * alone. They are kept under another name, from which `stack` is made when a program first looks at it. Where an error
 * passes a call, the engine asks for that name whether there are frames already.
 */
export function keepFramesApart(wasm: Uint8Array): Uint8Array {
  const data = sectionOf(wasm, sections.data)
  const words = new TextDecoder('latin1').decode(data).indexOf(frameWords)
  const change = (code: Uint8Array): Uint8Array => {
    const after = (place: number | undefined): number => {
      const near = placesOf(code, stackName).filter((at) => place !== undefined && at > place && at < place + reach)
      if (near[0] === undefined || near.length > 1) throw new Error('the engine writes frames otherwise than expected')
      return near[0]
    }
    const tables = placesOf(code, tablePlace(stackName)).filter((at) => code[at + 3] === or)
    if (words < 0 || tables.length !== 1) throw new Error('the engine writes frames otherwise than expected')
    const changed = code.slice()
    for (const place of [after(placesOf(code, addressOf(data, words + 1)).at(-1)), after(tables[0])])
      changed.set(constantOf(framesName), place)
    changed.set(constantOf(tablePlace(framesName)), tables[0])
    return changed
  }
  return changeSections(wasm, new Map([[sections.code, change]]))
}

/** `i32.or`. */
const or = 0x72
