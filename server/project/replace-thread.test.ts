import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWorker } from '../testing/worker-bundle.ts'
import { ReplaceThread } from './replace-thread.ts'
import { freshFolder } from '../testing/directories.ts'

test('a thread replaces each file, keeps its mode, leaves no temporary file, and reports failed files', async () => {
  const worker = await buildWorker('server/project/replace-worker.ts')
  const folder = freshFolder()
  const names = Array.from({ length: 3_000 }, (_, index) => `${index}.py`)
  for (const name of names) writeFileSync(join(folder, name), 'old', { mode: 0o640 })
  mkdirSync(join(folder, 'a-folder'))
  try {
    const thread = new ReplaceThread(worker.path)
    for (const name of [...names, 'a-folder', 'nowhere/x.py'])
      await thread.replace({ path: join(folder, name), text: `new ${name}` })
    const troubles = await thread.end()
    expect([...troubles.keys()].sort()).toEqual([join(folder, 'a-folder'), join(folder, 'nowhere/x.py')])
    expect(troubles.get(join(folder, 'nowhere/x.py'))).toContain('ENOENT')
  } finally {
    worker.remove()
  }
  expect(names.filter((name) => readFileSync(join(folder, name), 'utf8') !== `new ${name}`)).toEqual([])
  expect(statSync(join(folder, '7.py')).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder)).toHaveLength(names.length + 1)
})
