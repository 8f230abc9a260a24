import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { everyNth } from '../../core/testing/nightly.ts'
import type { Program } from './compared.ts'
import { nodeAndBashPrograms } from './compared-node-and-bash.ts'
import { pythonPrograms } from './compared-python.ts'
import { test } from './fixture.ts'

interface Seen {
  readonly code: number
  readonly out: string
  readonly err: string
}

function runReal(program: Program): Seen {
  const folder = mkdtempSync(join(tmpdir(), 'real-'))
  try {
    for (const [path, text] of Object.entries(program.files ?? {})) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', ...program.env }
    const options = { cwd: folder, env, input: program.stdin ?? '', stdio: 'pipe', encoding: 'utf8' } as const
    return { code: 0, out: execFileSync(program.command, program.args, options), err: '' }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, out: stdout, err: stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.describe.configure({ mode: 'default' })

for (const program of everyNth([...pythonPrograms, ...nodeAndBashPrograms], 3)) {
  test(`${program.command}: ${program.name}`, async ({ simulate }) => {
    const real = runReal(program)
    const files = Object.fromEntries(
      Object.entries(program.files ?? {}).map(([path, text]) => [`/project/${path}`, text]),
    )
    const { command, args, stdin = '' } = program
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', ...program.env }
    const simulated = await simulate({ command, args, stdin, files, env })
    expect([simulated.ending, simulated.out], simulated.err).toEqual([`exited ${real.code}`, real.out])
    if (program.stderr === true && real.code !== 0) expect(simulated.err).toBe(real.err)
  })
}
