import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { WorkspaceChecker } from '#core/answer'
import { thisMachine } from '../../project/options.ts'
import { openProject } from '../../project/project.ts'
import { processIo } from '../io.ts'
import { builtCommandLine } from '../../testing/built-command.ts'
import { exampleFolder } from '../../testing/directories.ts'
import { text } from './formats/text.ts'
import { projectReport, failedOf } from '#core/expect'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const commandLine = builtCommandLine()

test('items beyond the check budget cause one error that names the limit and cannot be hidden', () => {
  const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  const names = ['a', 'b', 'c', 'd']
  const cwd = exampleFolder(
    'hello-chain',
    Object.fromEntries(names.map((name) => [`project/.ai/tools/more/${name}.py`, tool])),
  )
  let printed = ''
  const io = { ...processIo(), cwd, out: (words: string) => void (printed += words) }
  const { directory } = openProject({ dir: 'project', machine: { ...thisMachine(), cwd } })
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
  text(report, { directory, io, quiet: true, hints: false, seconds: 0 })
  expect(printed).toContain('check-limit')
  expect(printed).toMatch(/Concerns \d+ items/)
})

test('the command line reports items that the limit left unchecked, in check and ndjson', async () => {
  const unknown = Array.from({ length: 60_000 }, (_, index) => `{n${index}}`).join('')
  const runtime = `version: 1.0.0\nexecutor_id: rye/core/primitives/execute\nconfig: {command: /bin/sh}\nanchor: {enabled: true, mode: always, cwd: "${unknown}"}\n`
  const tools = Array.from({ length: 60 }, (_, index) => [
    `project/.ai/tools/many/t${index}.yaml`,
    'version: 1.0.0\nexecutor_id: base\n',
  ])
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/base.yaml': runtime, ...Object.fromEntries(tools) })
  const checked = spawnSync(process.execPath, [...commandLine.words('check', '--dir', 'project')].slice(1), { cwd })
  expect([checked.status, checked.stdout.toString()]).toEqual([1, expect.stringContaining('check-limit')])
  const input = '{"id": 1, "ask": "check"}\n'
  const answered = spawnSync(process.execPath, commandLine.words('ndjson', '--dir', 'project').slice(1), { cwd, input })
  const answer = JSON.parse(answered.stdout.toString()) as { document: { items: readonly Record<string, unknown>[] } }
  const left = answer.document.items.filter((one) => 'not_checked' in one)
  expect(left.length).toBeGreaterThan(0)
  expect(answer.document.items.length - left.length).toBeGreaterThan(1)
  for (const one of left)
    expect(one).toMatchObject({
      errors: 1,
      ready: false,
      not_checked: { code: 'check-limit', message: expect.stringContaining('checkWork') as string },
    })
})
