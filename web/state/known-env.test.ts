import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Analysis } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { Engine } from '../analysis/engine.ts'
import { handle } from '../analysis/handle.ts'
import { knownEnv } from './known-env.ts'

const runtime = 'rye/core/runtimes/python/script'
const text = readFileSync(`core/bundles/ryeos-core/1.2.0/.ai/tools/${runtime}.yaml`, 'utf8')

/** The engine's answer for a draft whose project runtime ends with this line. */
async function analysed(line: string): Promise<Analysis> {
  const snapshot: Snapshot = {
    format: 1,
    name: 'draft',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: { id: 'ryeos-core', version: '1.2.0' },
    item_id: 'a/b',
    parameters: '{}',
    files: {
      '/project/.ai/tools/a/b.py': `__version__ = "1.0.0"\n__executor_id__ = "${runtime}"\n`,
      [`/project/.ai/tools/${runtime}.yaml`]: text + line,
    },
  }
  const answer = await handle(new Engine(), { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(`the engine answered ${answer.kind}`)
  return answer.analysis
}

test('a variable stays available at each keystroke of an incomplete line', async () => {
  const typed = 'note: "${RYE_'
  let env = knownEnv({}, await analysed(''))
  expect(env).toHaveProperty('RYE_PYTHON')
  const statuses = new Set<string>()
  for (let length = 1; length <= typed.length; length++) {
    const analysis = await analysed(typed.slice(0, length))
    statuses.add(analysis.status)
    env = knownEnv(env, analysis)
    expect(env).toHaveProperty('RYE_PYTHON')
  }
  expect(statuses).toContain('refused')
})

test('a chain that was never complete offers the variables it has', async () => {
  expect(Object.keys(knownEnv({}, await analysed('note: "')))).toContain('PATH')
})
