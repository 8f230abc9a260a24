import { expect, test } from 'vitest'
import { simulateNode } from '../testing/simulate-node.ts'

const runOf = (code: string) => simulateNode({ args: ['-e', code] })

test('programs that start from one image draw different random numbers', async () => {
  const draw = 'console.log(Array.from({ length: 300 }, Math.random).join())'
  const [one, other] = await Promise.all([runOf(draw), runOf(draw)])
  const numbers = [one, other].flatMap(({ stdout }) => stdout.trim().split(','))
  expect(new Set(numbers).size).toBe(600)
  expect(numbers.every((text) => Number(text) >= 0 && Number(text) < 1)).toBe(true)
})

test('a program does not see what the previous program changed', async () => {
  await runOf('Array.prototype.left = 1; globalThis.left = 1; require("fs").left = 1')
  const { stdout } = await runOf('console.log([].left, globalThis.left, require("fs").left)')
  expect(stdout).toBe('undefined undefined undefined\n')
})

test('the clock of a program starts with the program, not with the image', async () => {
  const { stdout } = await runOf('console.log(performance.now() < 1000, process.uptime() < 1)')
  expect(stdout).toBe('true true\n')
})
