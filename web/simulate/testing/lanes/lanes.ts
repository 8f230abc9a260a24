import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lacksOf, shownDifferences } from '#core/simulation'
import { makePythonSnapshot } from '../../../build/python-snapshot.ts'
import type { Program } from './compared.ts'
import { excused, lanePrograms } from './programs.ts'
import { runReal } from './real.ts'
import type { Run } from './real.ts'
import { simulate } from './simulated.ts'

/**
 * `equal`: same ending and stdout. `named`: the page reports the difference. `silent`: the page does not report it.
 * `excused`: the page does not report it, and the list of excused programs allows that. `named without need`: equal,
 * but the page reports a difference.
 */
interface Row {
  programs: number
  equal: number
  named: number
  excused: number
  silent: number
  'named without need': number
}

/** The timeout of one simulated program in milliseconds, including the start of its interpreter. */
const longest = 60_000

/**
 * `npm run lanes -- [PATTERN]`: compare all programs with a matching command or name. Prints the programs with an
 * unreported difference, and a table by command. The exit code is 1 if there are unreported differences.
 */
export async function compareLanes([pattern = '', snapshot]: readonly string[]): Promise<void> {
  if (snapshot !== undefined) return answerParent(snapshot)
  const wanted = new RegExp(pattern)
  const programs = lanePrograms.filter(({ command, name }) => wanted.test(`${command}: ${name}`))
  const folder = mkdtempSync(join(tmpdir(), 'lanes-'))
  const memory = join(folder, 'python.snapshot')
  const table: Record<string, Row> = {}
  let child: ChildProcess | undefined
  try {
    if (programs.some(({ command }) => command === 'python3')) writeFileSync(memory, await makePythonSnapshot())
    for (const program of programs) {
      child ??= fork(process.argv[1] ?? '', ['', memory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const simulated = await ask(child, lanePrograms.indexOf(program))
      const row = (table[program.command] ??= {
        programs: 0,
        equal: 0,
        named: 0,
        excused: 0,
        silent: 0,
        'named without need': 0,
      })
      row.programs++
      judge(program, runReal(program), simulated, row)
      if (program.command !== 'python3' && simulated.ending !== 'no answer') continue
      child.kill('SIGKILL')
      child = undefined
    }
  } finally {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
  console.table(table)
  process.exitCode = Object.values(table).some(({ silent }) => silent > 0) ? 1 : 0
}

function judge(program: Program, real: Run, simulated: Run, row: Row): void {
  const { command, args } = program
  const read = (path: string): Uint8Array | undefined => {
    const text = program.files?.[path.replace('/project/', '')]
    return text === undefined ? undefined : new TextEncoder().encode(text)
  }
  const isNamed =
    lacksOf({ command, args, nodeVersion: process.version }, read).length > 0 ||
    simulated.ending === 'not-simulated' ||
    shownDifferences(command, simulated.out + simulated.err).length > 0
  if (simulated.ending === real.ending && simulated.out === real.out) {
    row.equal++
    if (isNamed) row['named without need']++
  } else if (isNamed) row.named++
  else if (excused.has(`(${command}) ${program.name}`)) row.excused++
  else {
    row.silent++
    console.log(`silent: ${command}: ${program.name}`)
    console.log(`  real      ${real.ending} ${JSON.stringify(real.out)}`)
    console.log(`  simulated ${simulated.ending} ${JSON.stringify(simulated.out)}`)
    if (simulated.err !== real.err) console.log(`  stderr    ${JSON.stringify(simulated.err)}`)
  }
}

/** The result of a child process, or `no answer` if it crashes or exceeds the timeout. */
function ask(child: ChildProcess, index: number): Promise<Run> {
  return new Promise((resolve) => {
    const end = (run: Run): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(run)
    }
    const none: Run = { ending: 'no answer', out: '', err: '' }
    const timer = setTimeout(() => end(none), longest)
    child.on('exit', () => end(none))
    child.on('message', (message) => end(message as Run))
    child.send(index)
  })
}

function answerParent(snapshot: string): void {
  process.on('message', (index) => {
    const program = lanePrograms[Number(index)]
    if (program !== undefined) void simulate(program, snapshot).then((run) => process.send?.(run))
  })
}
