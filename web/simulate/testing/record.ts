import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { caseTables, casesOf, programOf, recordingPath } from './cases.ts'
import { endings } from './endings.ts'
import { exportsProgram } from './exports.ts'
import { oneLiners, recordedLines, runRealBash } from './one-liners.ts'
import { programs } from './programs.ts'
import { tools } from './tools.ts'
import { runRealNode } from './real-node.ts'

/**
 * Evaluate every case and program in the current Node, and every shell line in bash, and save the results. Throws
 * unless this is Node 20.
 */
export function record(): void {
  if (!process.version.startsWith('v20.')) throw new Error(`record with Node 20: this is ${process.version}`)
  for (const table of caseTables()) {
    const cases = casesOf(table)
    const { stdout, stderr, code } = runRealNode(programOf(cases))
    if (code !== 0) throw new Error(`the table ${table} ended with ${code}: ${stderr}`)
    const answers = JSON.parse(stdout) as string[]
    const byCase = Object.fromEntries(cases.map((item, index) => [item.code, answers[index]]))
    writeFileSync(recordingPath(table), `${JSON.stringify(byCase, null, 1)}\n`)
    console.log(`${table}: ${cases.length} cases`)
  }
  const outcomes = Object.fromEntries(
    [...programs, ...tools, ...endings].map((program) => [program.name, runRealNode(program)]),
  )
  writeFileSync(join(import.meta.dirname, 'programs.recorded.json'), `${JSON.stringify(outcomes, null, 1)}\n`)
  console.log(`programs: ${programs.length + tools.length + endings.length}`)
  const lines = Object.fromEntries(oneLiners.map((line) => [line, runRealBash(line)]))
  writeFileSync(recordedLines, `${JSON.stringify(lines, null, 1)}\n`)
  console.log(`lines of shell: ${oneLiners.length}`)
  const { stdout } = runRealNode(exportsProgram)
  writeFileSync(join(import.meta.dirname, 'exports.recorded.json'), `${JSON.stringify(JSON.parse(stdout), null, 1)}\n`)
}
