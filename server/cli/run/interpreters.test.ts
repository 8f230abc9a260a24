import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from '../../testing/directories.ts'

vi.setConfig({ testTimeout: 120_000 })

// Not in /tmp, because every run has its own /tmp.
const machine = mkdtempSync('/var/tmp/rye-machine-')
chmodSync(machine, 0o755)
afterAll(() => rmSync(machine, { recursive: true, force: true }))

const run = (cwd: string, ...words: readonly string[]) =>
  ryeChain(cwd, 'run', ...words, '--dir', 'project', '--yes', '--no-lock')
const command = (path: string, ...args: readonly string[]): string =>
  `version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: ${JSON.stringify({ command: path, args })}\n`

test('a Node in its own folder runs by path and by symlink; the run reports it as readable, and cannot write there', async () => {
  const node = join(machine, '.nvm/versions/node/own/bin/node')
  mkdirSync(join(node, '..'), { recursive: true })
  copyFileSync(process.execPath, node)
  const link = join(machine, 'links/node')
  mkdirSync(join(machine, 'links'))
  symlinkSync(node, link)
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/by-path.yaml': command(node, '-p', 'process.version'),
    'project/.ai/tools/by-link.yaml': command(link, '-p', 'process.version'),
    'project/.ai/tools/writes.yaml': command(
      node,
      '-e',
      `require("fs").writeFileSync(${JSON.stringify(`${node}x`)}, "")`,
    ),
  })
  const byPath = await run(cwd, 'by-path')
  expect([byPath.code, byPath.out]).toEqual([0, `${process.version}\n`])
  expect(byPath.err).toContain(`The run can read ${node}, which its program needs.`)
  const byLink = await run(cwd, 'by-link')
  expect([byLink.code, byLink.out]).toEqual([0, `${process.version}\n`])
  const writes = await run(cwd, 'writes')
  expect([writes.code, writes.err]).toEqual([1, expect.stringContaining('EROFS')])
})

test('the environment of --venv is the Python of the tools, and an unusable environment is reported', async () => {
  const tool = `__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\n\nimport sys\nprint(sys.prefix, sys.prefix != sys.base_prefix)\n`
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/where.py': tool })
  const venv = join(machine, 'venv')
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', venv])
  const named = await run(cwd, 'where', '--venv', venv)
  expect([named.code, named.out]).toEqual([0, '/project/.venv True\n'])
  const hidden = join(freshFolder(), 'venv')
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', hidden])
  const lost = await run(cwd, 'where', '--venv', hidden)
  expect([lost.code, lost.out]).toEqual([1, ''])
  expect(lost.err).toContain(
    `would not find /project/.venv/bin/python. The program needs ${hidden}/pyvenv.cfg, but runs have their own /tmp`,
  )
  const wrong = await run(cwd, 'where', '--venv', machine)
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('pyvenv.cfg')])
})
