import { expect, test } from 'vitest'
import { shownDifferences } from '#core/simulation'
import { simulateNode } from './simulate-node.ts'

const shown = async (code: string): Promise<string> => {
  const { stdout, stderr } = await simulateNode({ args: ['-e', code] })
  return shownDifferences('node', stdout + stderr).join('; ')
}

const message = (code: string): string => `try { ${code} } catch (error) { console.log(error.message) }`

test.for([
  'null.x',
  'undefined.x = 1',
  'nope',
  'const one = 1; one = 2',
  'x; let x = 1',
  '(5)()',
  'new (() => 1)()',
  'const [a] = 5',
  'for (const a of {}) a',
  'JSON.parse("{")',
  'JSON.parse("[1 2]")',
  'JSON.parse("nul")',
  'const o = {}; o.o = o; JSON.stringify(o)',
  'JSON.parse("{\\"a\\":1")',
  'Promise()',
  '[].reduce(() => 1)',
  'Symbol() + 1',
  'new Date(NaN).toISOString()',
  'new Array(-1)',
  'decodeURIComponent("%E4")',
  'Object.keys(null)',
  '1n + 1',
  'BigInt("x")',
  'new Proxy({}, null)',
  '"use strict"; Object.freeze([]).push(1)',
  'new RegExp("(")',
  'eval("{")',
  'null[Symbol.iterator]()',
  '"x".repeat(-1)',
  '(1).toFixed(200)',
  'structuredClone.call.call(1)',
  'Reflect.ownKeys(1)',
  'new Map([1])',
  'class A { #x; static f(o) { return o.#x } } A.f({})',
])('the wording of QuickJS is reported as a difference if only the message is printed: %s', async (code) => {
  expect(await shown(message(code))).toContain('QuickJS error messages differ')
})

test('stack frames and the recursion limit are reported as differences if they are printed', async () => {
  expect(await shown('console.log(new Error("own").stack)')).toBe(
    'the stack trace is from QuickJS; functions and columns can differ from Node',
  )
  expect(await shown(message('(function f() { f() })()'))).toContain('the recursion limit is about 600 calls')
})

test('other output and other interpreters have no reported differences', async () => {
  expect(
    await shown(
      'console.log("meet at 10:30", { at: 1 }); try { throw new Error("own") } catch (e) { console.log(String(e)) }',
    ),
  ).toBe('')
  expect(shownDifferences('python3', 'stack overflow')).toEqual([])
  expect(shownDifferences('bash', '[Errno 2]')).toEqual([])
})

test('error numbers that Python prints are reported as differences', () => {
  const [differs, ...others] = shownDifferences('python3', "[Errno 44] No such file or directory: 'none'\n")
  expect(differs).toContain('error numbers of Emscripten')
  expect(others).toEqual([])
})
