import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { processesWith } from '../../testing/processes.ts'
import { untilSaid } from '../../testing/documentation.ts'
import { builtCommandLine } from '../../testing/built-command.ts'
import { exampleFolder } from '../../testing/directories.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const commandLine = builtCommandLine()

/** A project whose tool reports its start and keeps running, with an argument that no other process has. */
function folder(mark: string): string {
  const args = JSON.stringify(['-c', 'echo here; exec sleep "$0"', mark])
  const tool = `version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: {command: /bin/sh, args: ${args}}\n`
  return exampleFolder('hello-chain', { 'project/.ai/tools/stay.yaml': tool })
}

const words = ['run', 'stay', '--dir', 'project', '--yes'] as const

test('Ctrl+C stops the tool, the run and the surrounding shell loop', async () => {
  const mark = `3${process.pid}.25`
  const loop = 'for n in 1 2; do "$@"; echo next; done; echo all'
  // A separate process group, as at a terminal: Ctrl+C reaches the shell and the program.
  const shell = spawn('bash', ['-c', loop, 'bash', ...commandLine.words(...words)], {
    cwd: folder(mark),
    detached: true,
  })
  let out = ''
  shell.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await untilSaid(shell, 'here\n')
  if (shell.pid === undefined) throw new Error('no shell was started')
  process.kill(-shell.pid, 'SIGINT')
  expect(await once(shell, 'close')).toEqual([null, 'SIGINT'])
  expect([out, processesWith(mark)]).toEqual(['here\n', []])
})

test.for(['SIGTERM', 'SIGHUP'] as const)(
  '%s stops the tool, prints the result, and exits with the signal',
  async (signal) => {
    const mark = `4${process.pid}.25`
    const child = commandLine.start(folder(mark), ...words, '--json')
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await vi.waitFor(() => expect(processesWith(mark)).not.toEqual([]), { timeout: 30_000 })
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([null, signal])
    expect([JSON.parse(out), processesWith(mark)]).toMatchObject([{ success: false, error: 'cancelled' }, []])
  },
)

test('a shell gets exit code 130 for SIGINT', async () => {
  const mark = `5${process.pid}.25`
  const cwd = folder(mark)
  const shell = spawn(
    'sh',
    ['-c', '"$@" & echo $! > pid; wait $!; echo $? > code', 'sh', ...commandLine.words(...words)],
    { cwd },
  )
  await vi.waitFor(() => expect(processesWith(mark)).not.toEqual([]), { timeout: 30_000 })
  process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), 'SIGINT')
  await once(shell, 'close')
  expect(readFileSync(join(cwd, 'code'), 'utf8')).toBe('130\n')
})
