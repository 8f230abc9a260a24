import { expect, test } from 'vitest'
import { withEffort } from '../../testing/effort.ts'
import { everyPart } from '../../pure-host.ts'
import { parsePython } from './parse.ts'

const kindOf = (source: string): string => parsePython(source, everyPart).kind

test.for([
  ['many opening brackets', '('.repeat(10_000)],
  ['deeply nested brackets', `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['many minus signs', `x = ${'-'.repeat(10_000)}1`],
  ['negations', `x = ${'not '.repeat(10_000)}1`],
  ['conditions', `x = ${'a if b else '.repeat(10_000)}1`],
  ['lambdas', `x = ${'lambda: '.repeat(10_000)}1`],
  ['lambdas in defaults', `x = ${'lambda a='.repeat(10_000)}1`],
  ['f-strings', 'f"{'.repeat(10_000)],
  ['format fields', `f"${'{a:'.repeat(10_000)}`],
  ['patterns', `match x:\n  case ${'['.repeat(10_000)}`],
  ['indentation', Array.from({ length: 200 }, (_, level) => `${' '.repeat(level)}if x:\n`).join('')],
  ['digits', `x = ${'1'.repeat(100_000)}`],
])('nesting and length are bounded: %s', ([, source = '']) => {
  expect(kindOf(source)).toBe('syntax-error')
})

test.for([
  ['brackets', `x = ${'('.repeat(200)}1${')'.repeat(200)}`],
  ['calls', `${'f('.repeat(200)}1${')'.repeat(200)}`],
  ['comprehensions', `${'[a for a in '.repeat(200)}b${']'.repeat(200)}`],
  ['f-strings', `${'f"{'.repeat(149)}1${'}"'.repeat(149)}`],
  ['patterns', `match x:\n  case ${'A(b='.repeat(200)}c${')'.repeat(200)}: pass`],
])('nesting that CPython allows does not overflow the stack: %s', ([, source = '']) => {
  expect(kindOf(source)).toBe('parsed')
})

test.for([
  ['one string', `x = "${'a'.repeat(10_000_000)}"`],
  ['one docstring', `"""${'a\n'.repeat(2_000_000)}"""`],
  ['strings', `x = [${'"a",'.repeat(300_000)}]`],
  ['escapes', `x = [${'"\\n",'.repeat(300_000)}]`],
  ['calls with strings', 'f("a")\n'.repeat(200_000)],
  ['assignments', 'x = 1;'.repeat(200_000)],
  ['targets', `${'x, '.repeat(200_000)}= y`],
  ['a blank before a target', `x ${' '.repeat(1_000_000)}, y = z`],
  ['soft keywords', 'match(x)\n'.repeat(100_000)],
  ['items', `with (${'a, '.repeat(200_000)}): pass`],
  ['operators', `x = 1${' + 1'.repeat(300_000)}`],
  ['comments', '# a\n'.repeat(500_000)],
])('parsing a large file takes time proportional to its size: %s', ([, source = '']) => {
  const { value, effort } = withEffort(() => kindOf(source))
  expect(value).toBe('parsed')
  // A generous limit: anything worse than linear takes minutes.
  expect(effort).toBeLessThan(10_000)
})

test.for([
  '\ud800',
  'x = "\ud800"',
  '# \udfff',
  '\ud800 = 1',
  'x = b"\ud800"',
  'f"\ud800{a}"',
  '\u2028',
  '\x1a',
  '\x0b',
])('unusual characters never cause an exception: %j', (source) => {
  expect(['parsed', 'syntax-error']).toContain(kindOf(source))
})

test('every prefix of a file is parsed or refused with a place', () => {
  const source =
    'match x:\n  case {"a": [1, *_], **k} if f"{k!r:>{w}}": y = {1: (2j, b"\\x00")}\nz = "\\N{BULLET}" \\\n "b"\n'
  for (let end = 0; end <= source.length; end++) {
    const parse = parsePython(source.slice(0, end), everyPart)
    if (parse.kind === 'parsed') continue
    if (parse.kind === 'lacking') throw new Error('every part is there')
    expect(parse.error.start).toBeLessThanOrEqual(end)
    expect(parse.error.end).toBeLessThanOrEqual(end)
    expect(parse.error.start).toBeLessThanOrEqual(parse.error.end)
  }
})
