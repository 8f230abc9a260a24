import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endings } from './endings.ts'
import type { Outcome } from './node-program.ts'
import { programs } from './programs.ts'
import { tools } from './tools.ts'
import { simulateNode } from './simulate-node.ts'

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'programs.recorded.json'), 'utf8')) as Readonly<
  Record<string, Outcome>
>

/** The line that names an uncaught error. The frames and lines around it depend on the JavaScript engine. */
function complaint(stderr: string): string {
  return /^(?:\w*Error\b.*|Uncaught.*|\[?UnhandledPromise.*|Warning: .*)$/m.exec(stderr)?.[0] ?? ''
}

test.each([...programs, ...tools, ...endings])('$name: ends and prints as in Node', async (program) => {
  const real = recorded[program.name]
  if (real === undefined) throw new Error('not recorded yet: npm run record:node')
  const simulated = await simulateNode(program)
  expect([simulated.code, simulated.stdout], simulated.stderr).toEqual([real.code, real.stdout])
  if (real.code !== 0 && !/SyntaxError/.test(real.stderr))
    expect(complaint(simulated.stderr)).toBe(complaint(real.stderr))
})
