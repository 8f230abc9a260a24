import { readLeb } from './wasm-memory.ts'

/** `i32.const`. */
const constant = 0x41

interface Piece {
  readonly address: number
  readonly from: number
  readonly to: number
}

/** The pieces of the memory that a module begins with: each is a constant address and bytes. */
function piecesOf(body: Uint8Array): readonly Piece[] {
  const count = readLeb(body, 0)
  const pieces: Piece[] = []
  let at = count.next
  for (let left = count.value; left > 0; left--) {
    if (body[at] !== 0 || body[at + 1] !== constant)
      throw new Error('the engine begins with another memory than expected')
    const address = readLeb(body, at + 2)
    const size = readLeb(body, address.next + 1)
    at = size.next + size.value
    pieces.push({ address: address.value, from: size.next, to: at })
  }
  return pieces
}

/** Where in the memory a place of the section of data is. */
export function addressOf(body: Uint8Array, place: number): number {
  const piece = piecesOf(body).find(({ from, to }) => place >= from && place < to)
  if (piece === undefined) throw new Error('the words are not in the memory of the engine')
  return piece.address + place - piece.from
}

/** Where the code has a constant. */
export function placesOf(code: Uint8Array, number: number): readonly number[] {
  const bytes = constantOf(number)
  const places: number[] = []
  for (let at = code.indexOf(constant); at >= 0; at = code.indexOf(constant, at + 1))
    if (bytes.every((byte, index) => code[at + index] === byte)) places.push(at)
  return places
}

/** `i32.const` of a number, which has a sign: it takes a further byte where the last would show another. */
export function constantOf(number: number): readonly number[] {
  const bytes: number[] = [constant]
  let left = number
  for (; left < -64 || left > 63; left >>= 7) bytes.push((left & 127) | 128)
  return [...bytes, left & 127]
}
