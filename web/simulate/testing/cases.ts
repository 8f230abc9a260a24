import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { caseRunner } from './case-runner.ts'
import type { NodeProgram } from './node-program.ts'

const folder = join(import.meta.dirname, 'cases')

/** One case of a table: the code to evaluate, and the reason for a known difference of the simulation. */
export interface Case {
  readonly code: string
  readonly differs: string | undefined
}

/** The reasons for known differences, by table and case. As in a table, a row can contain several cases. */
const known = new Map(
  readFileSync(join(folder, 'differences.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => {
      const [places = '', why = ''] = line.slice(2).split(' //~ ')
      return spelledOut(places).map((place) => [place, why] as const)
    }),
)

/** The names of all tables: `path.txt` contains the cases of `node:path`. */
export function caseTables(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
}

/**
 * The cases of a table. Each line is one case or a list of cases (see `spelledOut`). Lines that start with `#` are
 * headings, and `//~` after a case precedes the reason for a difference.
 */
export function casesOf(table: string): readonly Case[] {
  const lines = readFileSync(join(folder, `${table}.txt`), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [codes = '', differs] = line.split(' //~ ')
      return spelledOut(codes).map((code) => ({ code, differs: differs ?? known.get(`${table}: ${code}`) }))
    })
}

/**
 * Expand a line: `f(⟦1¦2⟧)` is two cases, `f(1)` and `f(2)`. A line with several lists expands to every combination.
 */
function spelledOut(line: string): readonly string[] {
  const list = /⟦([^⟧]*)⟧/.exec(line)
  if (list === null) return [line]
  return (list[1] ?? '').split('¦').flatMap((choice) => {
    return spelledOut(line.slice(0, list.index) + choice + line.slice(list.index + list[0].length))
  })
}

/** The program that evaluates all cases. */
export function programOf(cases: readonly Case[]): NodeProgram {
  const files = { 'cases.cjs': caseRunner, 'cases.json': JSON.stringify(cases.map(({ code }) => code)) }
  return { args: ['cases.cjs'], files }
}

const recorded = (table: string): string => join(folder, `${table}.recorded.json`)

/** The result of real Node per case. */
export function recordedAnswers(table: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(recorded(table), 'utf8')) as Record<string, string>
}

export { recorded as recordingPath }
