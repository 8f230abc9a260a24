import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { exampleFolder } from '../testing/directories.ts'
import { buildWorker } from '../testing/worker-bundle.ts'

vi.setConfig({ testTimeout: 60_000 })

test('the example in the module comment prints the items of the project and the check result', async () => {
  const source = readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8')
  const [, block = ''] = /```js\n([^]*?) \* ```/.exec(source) ?? []
  const code = block.replaceAll(/^ \* ?/gm, '')
  const cwd = exampleFolder('hello-chain', {})
  const built = await buildWorker('server/project/index.ts')
  try {
    writeFileSync(join(cwd, 'use.mjs'), code.replace('rye-chain-playground/project', built.path))
    const printed = execFileSync(process.execPath, ['use.mjs'], { cwd, encoding: 'utf8' })
    expect(printed).toBe('demo/greet\nready 3\n1 checked, 0 errors\n')
  } finally {
    built.remove()
  }
})
