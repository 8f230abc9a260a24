import { writeFileSync } from 'node:fs'
import { caseTables, casesOf, programOf, recordingPath } from './cases.ts'
import { runRealNode } from './real-node.ts'

/** Ask the Node that runs this what every case gives, and keep its answers beside the tables. */
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
}
