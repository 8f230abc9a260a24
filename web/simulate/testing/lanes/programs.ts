import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneLiners } from '../one-liners.ts'
import { programs as nodePrograms } from '../programs.ts'
import { tools } from '../tools.ts'
import type { Program } from './compared.ts'
import { nodeAndBashPrograms } from './compared-node-and-bash.ts'
import { pythonPrograms } from './compared-python.ts'

const flags = { bash: '-c', python3: '-c', node: '-e' } as const

/** All programs of the comparison: the programs that tests compare exactly, and the lists in this folder. */
export const lanePrograms: readonly Program[] = [
  ...pythonPrograms,
  // A shell that starts another interpreter requires the frame. `e2e/simulate/same-as-real.spec.ts` tests these
  // programs.
  ...nodeAndBashPrograms.filter(({ name }) => !/from the shell/.test(name)),
  ...[...nodePrograms, ...tools].map((program): Program => ({ command: 'node', ...program })),
  ...[...oneLiners, ...listed('bash.txt')].map((code) => inline('bash', code)),
  ...listed('python.txt').map((code) => inline('python3', code)),
  ...listed('node.txt').map((code) => inline('node', code)),
]

/** Programs with an allowed unreported difference and its reason: `(command) code //~ reason`. */
export const excused: ReadonlyMap<string, string> = new Map(
  listed('excused.txt').map((row) => {
    const [code = '', reason = ''] = row.split(' //~ ')
    return [code, reason]
  }),
)

/** The programs of a list, separated by `----` lines. */
function listed(file: string): readonly string[] {
  const parts = readFileSync(join(import.meta.dirname, file), 'utf8').split(/^----\n/m)
  return parts.map((part) => part.replace(/\n$/, '')).filter((part) => part !== '')
}

/** A program on the command line, named after its code, with a file and stdin to read. */
function inline(command: Program['command'], code: string): Program {
  return { name: code, command, args: [flags[command], code], stdin: 'one\ntwo\n', files: { 'start.txt': 'start\n' } }
}
