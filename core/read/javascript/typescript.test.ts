import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parseJs } from './js-parser.ts'

// R2.4: the reader accepts and rejects the same code as TypeScript's parser.

function isTypeScript(text: string): boolean {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext)
  // The published types omit the list of parser errors.
  return (file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0
}

/** The sources for which our result differs from the compiler's result, each with the compiler's result. */
function differences(texts: readonly string[]): readonly (readonly [text: string, typescript: boolean])[] {
  return texts.flatMap((text) => {
    const expected = isTypeScript(text)
    return (parseJs(text, '.ts').kind === 'parsed') === expected ? [] : [[text, expected] as const]
  })
}

const root = new URL('../../../', import.meta.url)

function sourcesBelow(folder: string, most: number): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?ts$/.test(path) && !path.includes('node_modules/'))
    .sort()
    .slice(0, most)
    .map((path) => readFileSync(new URL(`${folder}/${path}`, root), 'utf8'))
}

const words = (
  'type assert asserts declare abstract namespace module global readonly unique keyof infer is as satisfies async get ' +
  'set of from static accessor override out using require object any never public'
).split(' ')

const uses = [
  'let @ = 1',
  'const a = @ => @',
  'const a = async @ => @',
  'async (@) => @',
  'async (@): Promise<@> => @',
  'function @() {}',
  'export function @(a: @) {}',
  'function f(@, b = @) {}',
  'class A { @() {} }',
  'class A { @; b }',
  'class A { @ = 1 }',
  'class A { @?: string }',
  'class A { static @() {} }',
  'class A { async @() {} }',
  'class A { get @() { return 1 } }',
  'class A { #@ = 1 }',
  'x = { @ }',
  'x = { @: 1 }',
  'x = { @() {} }',
  'x = { async @() {} }',
  'x = { get @() { return 1 } }',
  'x = @ ? (b) : c => d',
  'x = @.a + @[0] + @(1)',
  '@(x)',
  '@.a()',
  '@ = 1',
  '@++',
  '@\nx = 1',
  'typeof @',
  'new @()',
  'let { @, b: { c: @ } } = x',
  'for (const @ of x) {}',
  'for (@ in x) {}',
  'import { @ } from "x"',
  'import { a as @ } from "x"',
  'import @ from "x"',
  'import * as @ from "x"',
  'import type { @ } from "x"',
  'export { x as @ }',
  'export const @ = Object.assign(function @() {}, {})',
  'export default @',
  'interface A { @: string; b(@: @): void }',
  'type A = { @?: string }',
  'type A = @.B',
  'type A = (@: string) => void',
  'type A = [@: string]',
  'enum A { @ }',
  'try {} catch (@) {}',
  '@: for (;;) break @',
  'x as @',
  '(@ as any) = 1',
  '@!',
  '@`x`',
  '`${@}`',
  'let a: @\n@ = 1',
]

test('TypeScript keywords are names wherever the TypeScript parser accepts them as names', { timeout: 60_000 }, () => {
  const texts = uses.flatMap((use) => words.map((word) => use.replaceAll('@', word)))
  expect(texts.length).toBeGreaterThan(1_500)
  expect(texts.filter(isTypeScript).length).toBeGreaterThan(1_000)
  expect(differences(texts)).toEqual([])
})

test(
  "sources of this repository and declarations of packages get the TypeScript parser's verdict",
  { timeout: 120_000 },
  () => {
    const texts = [
      'core',
      'server',
      'web',
      'e2e',
      'node_modules/typescript/lib',
      'node_modules/hono/dist/types',
    ].flatMap((folder) => sourcesBelow(folder, 300))
    expect(texts.length).toBeGreaterThan(1_000)
    expect(differences(texts)).toEqual([])
  },
)

/**
 * Known differences from the compiler, caused by the parser. The compiler rejects the first list in a later step. Node
 * also refuses to strip the types of this code, except for `f<>()`, a lone `interface` and an enum member named by a
 * string in brackets. The compiler rejects the second list, which is valid JavaScript: HTML comments, names reserved
 * only in modules, older decorators.
 */
const refusedLater = [
  '(a)⏎=> b',
  '@d declare class A {}',
  '@d enum E {}',
  '@d function f() {}',
  '@d let x',
  'a⏎=> b',
  'a ?? b || c',
  'a || b ?? c',
  'a?.`x`',
  'a?.b = 1',
  'async (x)⏎=> x',
  'async (x)⏎=> y',
  'class A { static async private x() {} }',
  'const',
  'declare abstract⏎class A {}',
  'declare async function f()',
  'declare import a = b',
  "enum A { 'x' = 1, [y] = 2 }",
  'enum A { 1 }',
  'enum A { [`x`] }',
  'export declare global {}',
  'f<>()',
  'for (let a, b of c) {}',
  'if (x) class A {}',
  'interface',
  'interface = 1',
  'let a: if',
  'type A = !a',
  'type A = (a: ?b) => c',
  'type A = *',
  'type A = ?a',
  'type A = a!',
  'type A = a?',
  'type A = asserts a',
  'type A = function',
  'var',
  'x = {a!: 1}',
  'x = {a?: 1}',
  'x = { a!: 1 }',
  'x = { a?: 1 }',
  'x = { #a: 1 }',
  '(a, b)⏎=> c',
  '(public a) => b',
  'a?.b = c',
  'a?.b++',
  'a?.b`c`',
  'enum E { #a }',
  'enum E { 1 = 2 }',
  'enum E { 1 }',
  'enum E { [a] = 1 }',
  "enum E { ['a'] = 1 }",
  'f<>(x)',
  'for (let of x) {}',
  "import defer a from 'b'",
  'interface A { async m() }',
  'interface A implements B {}',
  'let x: *',
  'let x: ?A',
  'let x: A!',
  'let x: A?',
  'let x: { [a: string, b: string]: c }',
  'let x: { [a?: string]: b }',
  'let x: { async a() }',
  'while (a) class B {}',
]
const read = [
  ...['<!-- a', '<!-- x', '--> x', 'a⏎--> x', '@a().b[c] class X {}', '@a[b] class A {}', 'let enum'],
  ...['class A { static { this.x = 1; await: 1 } }', 'for (let.x in y) {}'],
]

test("statements of every kind, valid and invalid, get the TypeScript parser's verdict", { timeout: 60_000 }, () => {
  const texts = ['testing/snippets.txt', 'testing/awkward.txt'].flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  const [whole, broken] = [true, false].map((is) => texts.filter((text) => isTypeScript(lines(text)) === is).length)
  expect([whole! > 400, broken! > 80]).toEqual([true, true])
  const others = differences(texts.map(lines)).filter(([text]) => !exceptions.has(text))
  expect(others).toEqual([])
  expect(differences([...exceptions]).length).toBe(exceptions.size)
})

const exceptions = new Set([...refusedLater, ...read].map(lines))

function lines(text: string): string {
  return text.replaceAll('⏎', '\n')
}

test('a decorator after a type at the end of a line begins the next declaration', () => {
  expect(differences(['type A = { x: 1 }\n@tool()\nclass B {}', 'class A { x: string\n  @d y: number }'])).toEqual([])
  expect(parseJs('type A = { x: 1 }\n@tool()\nclass B {}\nconst a = 1', '.ts').kind).toBe('parsed')
})
