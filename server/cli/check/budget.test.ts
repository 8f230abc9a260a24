import { expect, test } from 'vitest'
import { WorkspaceChecker } from '#core/answer'
import { readArguments } from '../command.ts'
import { openDirectory } from '../directory.ts'
import { processIo } from '../io.ts'
import { exampleFolder } from '../testing/directories.ts'
import { checkCommand } from './check.ts'
import { text } from './formats/text.ts'
import { projectReport, failedOf } from '#core/run'

test('items beyond the budget of a check are one error that names the limit, and no setting hides it', () => {
  const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  const names = ['a', 'b', 'c', 'd']
  const cwd = exampleFolder(
    'hello-chain',
    Object.fromEntries(names.map((name) => [`project/.ai/tools/more/${name}.py`, tool])),
  )
  let printed = ''
  const io = { ...processIo(), cwd, out: (words: string) => void (printed += words) }
  const directory = openDirectory(readArguments(checkCommand, ['--dir', 'project']), io)
  const checker = new WorkspaceChecker(directory.workspace, {}, { most: { checkWork: 1, checkItemWork: 0 } })
  const report = projectReport(directory.workspace, checker, {
    wanted: () => true,
    level: () => undefined,
    suppressed: () => ({ by: 'baseline', reason: null }),
  })
  const [problem, ...others] = report.problems
  expect(others).toEqual([])
  expect(problem?.entry).toMatchObject({ code: 'check-limit', severity: 'error', at: null })
  expect(problem?.entry.message).toContain('checkWork')
  expect(problem?.items).toEqual(expect.arrayContaining(['more/b', 'more/c', 'more/d']))
  expect([report.errors, report.suppressed]).toEqual([1, 0])
  expect(failedOf(report).map(({ item }) => item.item_id)).toEqual(problem?.items)
  text(report, { directory, io, quiet: true })
  expect(printed).toContain('check-limit')
  expect(printed).toMatch(/Concerns \d+ items/)
})
