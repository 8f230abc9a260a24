import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { smallSnapshot } from '../../core/testing/snapshots.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import { mostProblems, type ProjectProblems } from './project-problems.ts'

async function problemsOf(files: Snapshot['files']): Promise<ProjectProblems> {
  const engine = new Engine()
  const bundle = { id: 'ryeos-core', version: '1.2.0' }
  const snapshot: Snapshot = { ...smallSnapshot, bundle, item_id: 'a', parameters: '{}', files }
  await handle(engine, { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  const answered = await handle(engine, { kind: 'query', id: 2, query: { kind: 'project-problems' } }, () => 0)
  if (answered.kind !== 'answer' || answered.answer.kind !== 'project-problems') throw new Error(answered.kind)
  return answered.answer.found
}

test('every item of the project is reported, errors first, and a shared finding once', async () => {
  const { problems, left_out } = await problemsOf({
    '/project/.ai/tools/a.py': '__version__ = "1.0.0"\n__executor_id__ = "run/py"\n',
    '/project/.ai/tools/b.py': '__version__ = "1.0.0"\n__executor_id__ = "run/py"\n',
    '/project/.ai/tools/c.py': '__version__ = "1.0.0"\n__executor_id__ = "missing"\n',
    '/project/.ai/tools/run/py.yaml': 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: gone\n',
  })
  const errors = problems.filter(({ entry }) => entry.severity === 'error')
  expect(left_out).toBe(0)
  expect(problems.slice(0, errors.length)).toEqual(errors)
  const missing = errors.filter(({ entry }) => entry.code === 'executor-not-found')
  expect(missing.map(({ items, entry }) => [[...items].sort(), entry.at?.path]).sort()).toEqual([
    [['a', 'b', 'run/py'], '/project/.ai/tools/run/py.yaml'],
    [['c'], '/project/.ai/tools/c.py'],
  ])
})

test('findings beyond the limit are counted, and errors are listed before warnings', async () => {
  const files = Object.fromEntries(
    Array.from({ length: mostProblems + 5 }, (_, at) => [
      `/project/.ai/tools/t${at}.py`,
      `__executor_id__ = "no${at}"\n`,
    ]),
  )
  const { problems, left_out } = await problemsOf(files)
  expect(problems.length).toBe(mostProblems)
  expect(left_out).toBeGreaterThanOrEqual(5)
  expect(problems.every(({ entry }) => entry.severity === 'error')).toBe(true)
})

test('hints in bundled files do not count as project problems', async () => {
  const { problems } = await problemsOf({
    '/project/.ai/tools/a.py':
      '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n__category__ = ""\n',
  })
  expect(problems.map(({ entry }) => entry.code)).not.toContain('interpreter-fallback')
  expect(problems.filter(({ entry }) => entry.at?.path.startsWith('/system/'))).toEqual([])
})
