import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExecutionResult } from '#core/run'
import { builtCommandLine } from '../../testing/built-command.ts'
import { exampleFolder } from '../../testing/directories.ts'

const commandLine = builtCommandLine()

test('if the run directory cannot be created, run reports it, and --json prints a result', { timeout: 120_000 }, () => {
  const tool = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/own.yaml': tool })
  const words = commandLine.words('run', 'own', '--dir', 'project', '--yes', '--json')
  const env = { ...process.env, TMPDIR: join(cwd, 'project/.ai/tools/own.yaml') }
  const { status, stdout, stderr } = spawnSync(words[0] ?? '', words.slice(1), { cwd, env, encoding: 'utf8' })
  expect(stderr).toMatch(/no sandbox can be set up in .*own\.yaml\. ENOTDIR/)
  const { success, ending } = JSON.parse(stdout) as ExecutionResult
  expect([status, success, ending.kind]).toEqual([1, false, 'not-started'])
})

test('if user namespaces are unavailable, run reports it, and --json prints a result', { timeout: 120_000 }, () => {
  const tool = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/own.yaml': tool })
  const outer = ['--dev-bind', '/', '/', '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000']
  const words = commandLine.words('run', 'own', '--dir', 'project', '--yes', '--json')
  const { status, stdout, stderr } = spawnSync('bwrap', [...outer, '--', ...words], { cwd, encoding: 'utf8' })
  expect(stderr).toMatch(
    /no sandbox works on this machine\. (?:User namespaces are off|No more namespaces|The kernel forbids|This container forbids)/,
  )
  const { success, ending } = JSON.parse(stdout) as ExecutionResult
  expect([status, success, ending.kind]).toEqual([1, false, 'not-started'])
})

test('root in a user namespace with a single user ID can run tools', { timeout: 120_000 }, () => {
  const tool = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [done]}\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/own.yaml': tool })
  const words = commandLine.words('run', 'own', '--dir', 'project', '--yes', '--no-lock')
  const { status, stdout, stderr } = spawnSync('unshare', ['--user', '--map-root-user', ...words], {
    ...{ cwd, encoding: 'utf8' },
    env: { ...process.env, TMPDIR: cwd },
  })
  expect([status, stdout, stderr]).toEqual([0, 'done\n', expect.not.stringContaining('setresuid')])
})
