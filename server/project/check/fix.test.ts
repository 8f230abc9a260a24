import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WorkspaceChecker } from '#core/answer'
import { ownPlaces } from '../directory.ts'
import { thisMachine } from '../options.ts'
import { openProject } from '../project.ts'
import { builtCommandLine } from '../../testing/built-command.ts'
import { exampleFolder, ryeChain } from '../../testing/directories.ts'
import { applyFixes, textsOf } from './fix.ts'
import { projectReport, type Asked } from '#core/expect'

const commandLine = builtCommandLine()

test('a file that is saved while its fix is tried is fixed with its new content', () => {
  const text = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/typo.py': text })
  const path = join(cwd, 'project/.ai/tools/demo/typo.py')
  const { directory } = openProject({ dir: 'project', machine: { ...thisMachine(), cwd } })
  const { workspace } = directory
  const all: Asked = { wanted: () => true, level: (entry) => entry, suppressed: () => undefined }
  const report = projectReport(workspace, new WorkspaceChecker(workspace), all)
  writeFileSync(path, `# saved\n${text}`)
  expect(applyFixes(report, directory)).toMatchObject({ fixes: [{ item_id: 'demo/typo' }], unsigned: [] })
  expect(readFileSync(path, 'utf8')).toBe(`# saved\n${text.replace('scirpt', 'script')}`)
})

test('a disk error is reported with its file; other files are fixed, and their invalid signatures are reported', async () => {
  const text = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
  const tools = 'project/.ai/tools/demo'
  const cwd = exampleFolder('hello-chain', {
    [`${tools}/a.py`]: text,
    [`${tools}/b.py`]: `${text}# ${'long '.repeat(4_000)}\n`,
    [`${tools}/c.py`]: text,
  })
  await ryeChain(cwd, 'keys', 'new')
  await ryeChain(cwd, 'sign', '--all', '--dir', 'project')
  // No file can exceed 8 KB: further writes fail, or end the process unless it ignores the signal.
  const script = `trap '' XFSZ; ulimit -f 16; exec "$@"`
  const words = ['-c', script, 'sh', ...commandLine.words('check', '--dir', 'project', '--fix')]
  const { status, stderr } = spawnSync('sh', words, { cwd, env: { PATH: process.env['PATH'] }, encoding: 'utf8' })
  const said = stderr.split('\n').map((line) => line.replace(/(?<=^(?:not )?fixed {2}demo\/.): .*?(?=$|: project)/, ''))
  expect([status, said]).toEqual([
    1,
    [
      'fixed  demo/a',
      expect.stringMatching(
        /^not fixed {2}demo\/b: project\/\.ai\/tools\/demo\/b\.py was not written: it is larger than this process.* \(EFBIG\)/,
      ),
      'fixed  demo/c',
      `signature invalid  ${tools}/a.py: sign it again`,
      `signature invalid  ${tools}/c.py: sign it again`,
      '',
    ],
  ])
  const isMended = (name: string): boolean => !readFileSync(join(cwd, tools, name), 'utf8').includes('scirpt')
  expect(['a.py', 'b.py', 'c.py'].map(isMended)).toEqual([true, false, true])
})

test('several edits of one file are combined, each at its original place', () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/a.yaml': 'one: 1\r\ntwo: 2\r\n',
    'project/.ai/tools/mine/b.yaml': 'b: 1\n',
  })
  const { directory } = openProject({ dir: 'project', machine: { ...thisMachine(), cwd } })
  const [a, b] = ['/project/.ai/tools/mine/a.yaml', '/project/.ai/tools/mine/b.yaml']
  const edits = [
    { kind: 'edit', path: a, start: 0, end: 3, text: 'first\nand' },
    { kind: 'edit', path: b, start: 3, end: 4, text: '2' },
    { kind: 'edit', path: a, start: 12, end: 13, text: 'the second' },
  ] as const
  expect(textsOf(edits, directory.workspace, ownPlaces(directory))).toMatchObject([
    { path: a, text: 'first\r\nand: 1\r\ntwo: the second\r\n' },
    { path: b, text: 'b: 2\n' },
  ])
})
