import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shell } from '../mcp/testing/tree.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder } from '../testing/directories.ts'
import { smallDisk } from '../testing/small-disk.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Several writes to a full disk: the changes of a run, and the temporary files of a command.

const { disk, canMount, mounted, unmount, fill, free, contents, child } = smallDisk(builtCommandLine())
const dir = ['--dir', 'project'] as const
const say = ['say', '--params', '{"word": "hi"}', ...dir] as const

describe.runIf(canMount)('on a full disk', () => {
  beforeEach(() => {
    mounted()
    const files = { 'project/.ai/tools/say.yaml': shell('echo "$1"') }
    cpSync(exampleFolder('hello-chain', files), disk, { recursive: true })
  })
  afterEach(unmount)

  test('run --keep applies no change of a run if one does not fit, so a moved file stays at its original place', async () => {
    const moves = 'cd /project; mv old.txt new.txt; yes more | head -c 20000 >> new.txt; rm gone.txt; : $1'
    writeFileSync(join(disk, 'project/.ai/tools/move.yaml'), shell(moves))
    for (const name of ['old.txt', 'gone.txt'])
      writeFileSync(join(disk, 'project', name), '# a line of a file\n'.repeat(200))
    const before = contents()
    fill(2)
    const words = ['run', 'move', ...say.slice(1), '--yes', '--keep', '--no-lock']
    const { code, err } = child(words)
    expect([code, err.split('\n')]).toEqual([
      1,
      expect.arrayContaining([
        expect.stringMatching(/new\.txt was changed but not kept: the disk is full/),
        '/project/gone.txt was changed but not kept: the run deleted it, and other changes of the run are not kept',
        '/project/old.txt was changed but not kept: the run deleted it, and other changes of the run are not kept',
      ]),
    ])
    expect(contents()).toEqual(before)
    free()
    expect(child(words).code).toBe(0)
    const after = contents()
    expect(after['project/new.txt']).toMatch(/^# a line of a file\n[^]*more\n$/)
    expect([after['project/old.txt'], after['project/gone.txt']]).toEqual([undefined, undefined])
  })

  test.for([0, 1, 2, 3])(
    'with room for %s pages of temporary files, a failure is reported and leaves no files',
    async (pages) => {
      mkdirSync(join(disk, 'temporary'))
      const git = (...argv: readonly string[]): unknown => execFileSync('git', argv, { cwd: join(disk, 'project') })
      git('init', '-q')
      git('add', '.')
      git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'First')
      fill(pages)
      const env = { TMPDIR: join(disk, 'temporary') }
      const checked = child(['check', '--changed', ...dir], env)
      if (checked.code !== 0)
        expect([checked.code, checked.err]).toEqual([
          2,
          expect.stringMatching(/^Git cannot list the changes: [^]*ENOSPC/),
        ])
      const run = child(['run', ...say, '--yes', '--no-lock'], env)
      if (run.code !== 0) expect([run.code, run.err]).toEqual([1, expect.stringMatching(/^Runs are off: [^]*ENOSPC/)])
      if (pages === 0) expect([checked.code, run.code]).toEqual([2, 1])
      const left = readdirSync(join(disk, 'temporary'), { recursive: true }).map(String)
      expect(left.filter((path) => path !== `rye-chain-runs-${process.getuid?.() ?? 0}`)).toEqual([])
    },
  )
})
