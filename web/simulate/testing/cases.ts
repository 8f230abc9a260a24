import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { caseRunner } from './case-runner.ts'
import type { NodeProgram } from './node-program.ts'

const folder = join(import.meta.dirname, 'cases')

/** One line of a table: what to evaluate, and why the simulation is known to answer otherwise. */
export interface Case {
  readonly code: string
  readonly differs: string | undefined
}

/** Cases of which it is known that they differ, by table and case, with the reason; a row may be several cases, as in a table. */
const known = new Map(
  readFileSync(join(folder, 'differences.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => {
      const [places = '', why = ''] = line.slice(2).split(' //~ ')
      return spelledOut(places).map((place) => [place, why] as const)
    }),
)

/** The tables by name: `path.txt` holds the cases of `node:path`. */
export function caseTables(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
}

/** The cases of a table: a line each; lines with `#` are headings, and ` //~ why` names a difference. */
export function casesOf(table: string): readonly Case[] {
  const lines = readFileSync(join(folder, `${table}.txt`), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [codes = '', differs] = line.split(' //~ ')
      return spelledOut(codes).map((code) => ({ code, differs: differs ?? known.get(`${table}: ${code}`) }))
    })
}

/** `f(⟦1¦2⟧)` is two cases, `f(1)` and `f(2)`; several such lists give every combination. */
function spelledOut(line: string): readonly string[] {
  const list = /⟦([^⟧]*)⟧/.exec(line)
  if (list === null) return [line]
  return (list[1] ?? '').split('¦').flatMap((choice) => {
    return spelledOut(line.slice(0, list.index) + choice + line.slice(list.index + list[0].length))
  })
}

/** The program that answers them all. */
export function programOf(cases: readonly Case[]): NodeProgram {
  const files = { 'cases.cjs': caseRunner, 'cases.json': JSON.stringify(cases.map(({ code }) => code)) }
  return { args: ['cases.cjs'], files }
}

const recorded = (table: string): string => join(folder, `${table}.recorded.json`)

/** The result of the real Node per case. */
export function recordedAnswers(table: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(recorded(table), 'utf8')) as Record<string, string>
}

export { recorded as recordingPath }
