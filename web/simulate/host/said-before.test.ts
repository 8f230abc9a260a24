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
  { name: 'repeated output is not shown', runs: [['ab'], ['ab', 'c']], seen: ['ab', '', 'c'] },
  {
    name: 'the boundaries between pieces do not matter',
    runs: [
      ['ab', 'c'],
      ['a', 'bcd'],
    ],
    seen: ['ab', 'c', '', 'd'],
  },
  { name: 'a third run also shows only new output', runs: [['a'], ['ab'], ['a', 'bc']], seen: ['a', 'b', '', 'c'] },
  { name: 'different output is reported', runs: [['at 1'], ['at 2']], seen: ['at 1', undefined] },
])('output of a program that runs again: $name', ({ runs, seen }) => {
  expect(shown(...runs)).toEqual(seen)
})

test('the streams are separate', () => {
  const said = new SaidBefore()
  said.fresh('stdout', bytes('a'))
  said.again()
  expect(said.fresh('stderr', bytes('b'))).toEqual(bytes('b'))
})
