import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../project/check/unified-diff.ts'
import { exampleFolder, freshFolder, ryeChain, ryeChainReading } from '../../testing/directories.ts'
import { writeFileSync } from 'node:fs'

// --fix --dry-run prints what --fix writes; --stdin checks content that is not saved.

const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\nprint(1)'
const path = 'project/.ai/tools/demo/typo.py'
const project = ['--dir', 'project'] as const

test('--fix --dry-run prints a diff that leads to the same files as --fix, and writes nothing', async () => {
  const files = { [path]: broken, 'project/.ai/tools/demo/other.py': `${broken}\n`.replaceAll('\n', '\r\n') }
  const [tried, fixed] = [exampleFolder('hello-chain', files), exampleFolder('hello-chain', files)]
  const { code, out, err } = await ryeChain(tried, 'check', ...project, '--fix', '--dry-run')
  expect([code, err]).toEqual([1, expect.stringContaining('would fix  demo/typo: ')])
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(tried, name), 'utf8')).toBe(text)
  await ryeChain(fixed, 'check', ...project, '--fix')
  writeFileSync(join(tried, 'patch'), out)
  execFileSync('git', ['apply', '--whitespace=nowarn', 'patch'], { cwd: tried })
  for (const name of Object.keys(files))
    expect(readFileSync(join(tried, name), 'utf8')).toBe(readFileSync(join(fixed, name), 'utf8'))
  const again = await ryeChain(fixed, 'check', ...project, '--fix', '--dry-run')
  expect([again.code, again.out, again.err]).toEqual([0, '', ''])
})

test('--dry-run requires --fix, and contradicts other outputs', async () => {
  const cwd = exampleFolder('hello-chain')
  expect((await ryeChain(cwd, 'check', ...project, '--dry-run')).err).toContain('--dry-run requires --fix.')
  for (const words of [['--json'], ['--format', 'sarif'], ['--watch'], ['--write-baseline', 'b.json']]) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--fix', '--dry-run', ...words)
    expect([code, err]).toEqual([2, expect.stringContaining(`contradicts ${words[0]}`)])
  }
})

test('a diff of random texts leads from one to the other', () => {
  const cwd = freshFolder()
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n'), { maxLength: 30 })
    .map((lines) => lines.join(''))
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, after, isCut) => {
      const [from, to] = isCut ? [before.trimEnd(), after.trimEnd()] : [before, after]
      if (from === to || from === '' || to === '') return
      writeFileSync(join(cwd, 'f'), from)
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd, input: unifiedDiff('f', from, to) })
      expect(readFileSync(join(cwd, 'f'), 'utf8')).toBe(to)
    }),
    { numRuns: 60 },
  )
})

test('a file with more than 2,000 changed lines is replaced, and git can apply the diff', () => {
  const cwd = freshFolder()
  const lines = (of: string, end: string) => Array.from({ length: 1500 }, (_, at) => `${of}${at}`).join('\n') + end
  for (const [from, to] of [
    [lines('a', '\n'), lines('b', '')],
    [lines('a', ''), lines('b', '\n')],
  ] as const) {
    writeFileSync(join(cwd, 'f'), from)
    execFileSync('git', ['apply', '-'], { cwd, input: unifiedDiff('f', from, to) })
    expect(readFileSync(join(cwd, 'f'), 'utf8')).toBe(to)
  }
})

test('--stdin checks its input as a file of the project, on disk or not', async () => {
  const cwd = exampleFolder('hello-chain')
  const check = (name: string, ...more: readonly string[]) =>
    ryeChainReading(
      broken,
      cwd,
      'check',
      ...project,
      '--stdin',
      '--stdin-filename',
      name,
      '--format',
      'concise',
      ...more,
    )
  for (const name of ['project/.ai/tools/demo/greet.py', 'project/.ai/tools/new/one.py']) {
    const { code, out } = await check(name)
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^${name}:2:19: error executor-not-found .*\\n$`)),
    ])
  }
  expect((await ryeChain(cwd, 'check', ...project)).code).toBe(0)
  const outside = await check('elsewhere.py')
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('elsewhere.py is not in the project')])
  expect((await check(path, '--fix')).code).toBe(2)
  const unnamed = await ryeChain(cwd, 'check', ...project, '--stdin')
  expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining('--stdin-filename PATH is missing')])
})
