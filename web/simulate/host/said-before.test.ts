import { expect, test } from 'vitest'
import { SaidBefore } from './said-before.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * The text shown for each piece that a program prints in its runs; undefined if the piece differs from the previous
 * run's output.
 */
function shown(...runs: readonly (readonly string[])[]): readonly (string | undefined)[] {
  const said = new SaidBefore()
  return runs.flatMap((pieces, run) => {
    if (run > 0) said.again()
    return pieces.map((piece) => {
      const fresh = said.fresh('stdout', bytes(piece))
      return fresh && new TextDecoder().decode(fresh)
    })
  })
}

test.for([
  { name: 'output of one run is shown', runs: [['a', 'b']], seen: ['a', 'b'] },
  { name: 'repeated output is not', runs: [['ab'], ['ab', 'c']], seen: ['ab', '', 'c'] },
  {
    name: 'wherever the pieces are cut',
    runs: [
      ['ab', 'c'],
      ['a', 'bcd'],
    ],
    seen: ['ab', 'c', '', 'd'],
  },
  { name: 'and a third time', runs: [['a'], ['ab'], ['a', 'bc']], seen: ['a', 'b', '', 'c'] },
  { name: 'another word is reported', runs: [['at 1'], ['at 2']], seen: ['at 1', undefined] },
])('a program that runs again prints only new output: $name', ({ runs, seen }) => {
  expect(shown(...runs)).toEqual(seen)
})

test('the streams are separate', () => {
  const said = new SaidBefore()
  said.fresh('stdout', bytes('a'))
  said.again()
  expect(said.fresh('stderr', bytes('b'))).toEqual(bytes('b'))
})
