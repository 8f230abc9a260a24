import { expect, test } from 'vitest'
import { placeIn, revealInWords } from './place.ts'

const path = '/project/.ai/tools/a.py'
const text = 'def a():\n    return 1\n\ndef b():\n    return 1\n'

test.for([
  { name: 'the line with the cursor, without its indentation', at: 15, find: 'return 1' },
  { name: 'the first line', at: 0, find: 'def a():' },
  { name: 'the end of a line', at: 8, find: 'def a():' },
  { name: 'a line that occurs twice, with the line before it', at: 40, find: 'def b():\n    return 1' },
  { name: 'an empty line selects the file', at: 22, find: null },
  { name: 'the end of the text selects the file', at: text.length, find: null },
] as const)('a place is found from the cursor: $name', ({ at, find }) => {
  expect(placeIn(path, text, at, at)).toEqual({ kind: 'file', path, find })
})

test('a selection can span several lines and contain text that occurs twice', () => {
  expect(placeIn(path, text, 4, 5)).toMatchObject({ find: 'a' })
  expect(placeIn(path, text, 4, 12)).toMatchObject({ find: 'a():\n   ' })
  const second = text.lastIndexOf('return')
  expect(placeIn(path, text, second, second + 6)).toMatchObject({ find: 'def b():\n    return' })
})

test('every selected text is found at its place', () => {
  for (let start = 0; start <= text.length; start++)
    for (let end = start; end <= text.length; end++) {
      const place = placeIn(path, text, start, end)
      if (place.kind !== 'file') throw new Error('it is a place in a file')
      if (place.find === null) expect(text.slice(start, end).trim()).toBe('')
      else {
        const at = text.indexOf(place.find)
        expect(at + place.find.length).toBeGreaterThanOrEqual(end)
        if (start < end) expect(at).toBeLessThanOrEqual(start)
      }
    }
})

test('a place has a description', () => {
  expect(
    [
      null,
      placeIn(path, text, 15, 15),
      placeIn(path, text, 40, 40),
      placeIn(path, text, 22, 22),
      { kind: 'answer', answer: 'command' } as const,
    ].map(revealInWords),
  ).toEqual(['nothing', '“return 1” in a.py', '“def b():…” in a.py', 'a.py', 'the Command tab'])
})
