import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'shell')

/** Common shell commands, one per line. */
export const oneLiners: readonly string[] = readFileSync(join(folder, 'one-liners.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

/** The ending and output of a line. */
export interface Answer {
  readonly code: number
  readonly stdout: string
}

export const recordedLines = join(folder, 'recorded.json')

/** The result of real bash per line. */
export function answersOfBash(): Readonly<Record<string, Answer>> {
  return JSON.parse(readFileSync(recordedLines, 'utf8')) as Record<string, Answer>
}

/** The commands with a known difference in the simulated shell, each with the missing feature. */
export function knownDifferences(): ReadonlyMap<string, string> {
  const rows = readFileSync(join(folder, 'differences.md'), 'utf8').split('\n')
  const split = rows.filter((row) => row.startsWith('- ')).map((row) => row.slice(2).split(' //~ '))
  return new Map(split.map(([line = '', why = '']) => [line, why]))
}

/** Run a command in the bash of this machine, in a separate folder. */
export function runRealBash(line: string): Answer {
  const here = mkdtempSync(join(tmpdir(), 'bash-'))
  try {
    writeFileSync(join(here, 'start.txt'), 'start\n')
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/root' }
    const { status, stdout } = spawnSync('bash', ['-c', line], { cwd: here, env, input: '', encoding: 'utf8' })
    return { code: status ?? -1, stdout }
  } finally {
    rmSync(here, { recursive: true })
  }
}
