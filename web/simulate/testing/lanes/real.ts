import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Program } from './compared.ts'

/** The ending (`exited 1`, `killed SIGKILL`) and output of a program, real or simulated. */
export interface Run {
  readonly ending: string
  readonly out: string
  readonly err: string
}

/** The environment of a program, the same in both lanes. */
export function envOf(program: Program): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/root', ...program.env }
}

/** Run a program on the machine, in a separate folder. */
export function runReal(program: Program): Run {
  const folder = mkdtempSync(join(tmpdir(), 'real-'))
  try {
    for (const [path, text] of Object.entries(program.files ?? {})) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { status, signal, stdout, stderr } = spawnSync(program.command, program.args, {
      cwd: folder,
      env: envOf(program),
      input: program.stdin ?? '',
      encoding: 'utf8',
    })
    const [out = '', err = ''] = [stdout, stderr].map((text) => text.replaceAll(folder, '/project'))
    return { ending: signal === null ? `exited ${status}` : `killed ${signal}`, out, err }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
