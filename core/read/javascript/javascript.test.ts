import { expect, test } from 'vitest'
import { plain } from '../located.ts'
import { pyRepr } from '../value/text.ts'
import { parseJavaScript } from './javascript.ts'
import { everyPart } from '../../pure-host.ts'

function literals(text: string, extension = '.js'): Record<string, string> | string {
  const parse = parseJavaScript(text, extension, everyPart)
  if (parse.kind === 'lacking') return 'the parser is on its way'
  if (parse.kind === 'syntax-error') return parse.message
  return Object.fromEntries(parse.literals.map(({ name, value }) => [name, pyRepr(plain(value))]))
}

test.for([
  ["'a'", "'a'"],
  ['"\\x41\\u{1F600}\\n"', "'A😀\\n'"],
  ['`a\nb`', "'a\\nb'"],
  ['`a${1}`', undefined],
  ['1', '1'],
  ['1.0', '1'],
  ['-1.5', '-1.5'],
  ['+3', '3'],
  ['-0', '0'],
  ['0x1f', '31'],
  ['1_000', '1000'],
  ['1e21', '1000000000000000000000'],
  ['1e400', 'inf'],
  ['- -1', undefined],
  ['1n', undefined],
  ['true', 'True'],
  ['null', 'None'],
  ['undefined', undefined],
  ['/x/', undefined],
  ['((1))', '1'],
  ['[1, [2], "x",]', "[1, [2], 'x']"],
  ['[1, , 2]', undefined],
  ['[...a]', undefined],
  ['{a: 1, "b c": 2, 3: 4, 0x10: 5}', "{'a': 1, 'b c': 2, '3': 4, '16': 5}"],
  ['{a: 1, b: 2, a: 3}', "{'a': 3, 'b': 2}"],
  ['{__proto__: 1, constructor: 2}', "{'__proto__': 1, 'constructor': 2}"],
  ['{a}', undefined],
  ['{[a]: 1}', undefined],
  ['{a() {}}', undefined],
  ['{get a() { return 1 }}', undefined],
  ['{...a}', undefined],
  ['{a: {b: f()}}', undefined],
  ['1 + 2', undefined],
  ['!0', undefined],
  ['Object.freeze({})', undefined],
  ['a ? 1 : 2', undefined],
] as const)('M7 const a = %s is %s', ([text, expected]) => {
  expect(literals(`const a = ${text}`)).toEqual(expected === undefined ? {} : { a: expected })
})

test.for([
  ['const a: number = 1'],
  ['export const a = 1 as const'],
  ['let a = <number>1'],
  ['export let a = 1 satisfies number'],
  ['interface A { x: string }\ntype B = A | null\nvar a: Array<Record<string, B>> | number = (1 as unknown) as number'],
  ['enum E { a = 2 }\nnamespace N { const a = 3 }\nconst a = 1'],
  ['declare const b: string\nabstract class C<T extends object> { private x?: T }\nconst a = 1'],
  ['import type { X } from "../../metadata/x"\nconst a = 1\nexport { a }\nexport type { X }'],
  ['type a = string\nconst a = 1'],
] as const)('M7 TypeScript: %s', ([text]) => {
  expect(literals(text, '.ts')).toEqual({ a: '1' })
  expect(literals(text, '.mjs')).toEqual({ a: '1' })
})

test.for([
  ['#!/usr/bin/env node\nconst a = 1'],
  ['{ const a = 2 }\nconst a = 1'],
  ['if (x) { var a = 2 }\nvar a = 1'],
  ['function f() { const a = 2 }\nconst a = 1'],
  ['const s = f("const a = 2"), t = /const a = "/, a = 1'],
  ['// const a = 2\n/* const a = 3 */ const a = 1'],
  ['var a = 0\nvar a = 1\nvar a = f()'],
  ['await x\nconst a = 1'],
  ['with (x) {}\nvar a = 1'],
  ['return\nvar a = 1'],
] as const)('R2.4 only module-level declarations count: %s', ([text]) => {
  expect(literals(text)).toEqual({ a: '1' })
})

test('R2.1 a syntax error has a place', () => {
  expect(parseJavaScript('const a = ;', '.js', everyPart)).toEqual({
    kind: 'syntax-error',
    message: 'Unexpected token',
    start: 10,
    end: 11,
  })
})

test.for([
  ['brackets', '['],
  ['braces', '{a:'],
  ['parentheses', '('],
  ['nots', '!'],
  ['sums', 'a+'],
  ['arrows', '(a)=>'],
  ['conditions', 'a?b:'],
  ['templates', '`${'],
  ['new expressions', 'new '],
  ['casts', '<T>('],
  ['generic calls', 'f<T>('],
  ['types', 'a as A<'],
] as const)('endless %s are parsed or refused', { timeout: 20_000 }, ([, piece]) => {
  for (const count of [30, 100_000]) {
    for (const extension of ['.js', '.ts']) {
      expect(['parsed', 'syntax-error']).toContain(
        parseJavaScript(`x = ${piece.repeat(count)}`, extension, everyPart).kind,
      )
    }
  }
})

test('deep nesting is a reported error, not an exception', () => {
  const text = `const a = ${'['.repeat(5000)}${']'.repeat(5000)}`
  expect(literals(text)).toBe('the code is nested too deeply')
})
