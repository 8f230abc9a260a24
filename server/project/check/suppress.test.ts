import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder } from '../../testing/directories.ts'
import { openDirectory } from '../directory.ts'
import { thisMachine } from '../options.ts'
import { ProjectCheck } from './check.ts'

const tools = 'project/.ai/tools/demo'
const typo = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
const allow = '# rye-chain: allow executor-not-found because it is made by the installer\n'

test('a check reads each file of the project once, and follows each change of its suppressions', () => {
  const cwd = exampleFolder('hello-chain', { [`${tools}/typo.py`]: typo })
  const machine = { ...thisMachine(), cwd }
  const read: string[] = []
  const directory = openDirectory({
    dir: 'project',
    withoutUser: true,
    machine,
    files: (disk) => ({ ...disk, read: (path) => (read.push(path), disk.read(path)) }),
  })
  const check = new ProjectCheck(directory, { placesAtOnce: true })
  const round = (text: string) => {
    writeFileSync(join(cwd, tools, 'typo.py'), text)
    const { report, unused } = check.run()
    return { errors: report.errors, suppressed: report.suppressed, unused }
  }
  expect(round(typo)).toEqual({ errors: 1, suppressed: 0, unused: [] })
  expect(read.filter((path) => path.startsWith('/project/'))).toEqual(
    ['greet.py', 'typo.py'].map((name) => `/project/.ai/tools/demo/${name}`),
  )
  expect(round(typo.replace('\n', `\n${allow}`))).toEqual({ errors: 0, suppressed: 1, unused: [] })
  expect(round(allow + typo.replace('scirpt', 'script'))).toEqual({
    errors: 0,
    suppressed: 0,
    unused: [`${tools}/typo.py:1: executor-not-found`],
  })
  expect(round(typo)).toEqual({ errors: 1, suppressed: 0, unused: [] })
})
