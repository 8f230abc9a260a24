import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportsProgram } from './exports.ts'
import { simulateNode } from './simulate-node.ts'

type Names = Readonly<Record<string, readonly string[]>>

const recorded = (name: string): Names => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Names

test('every export of Node exists or is listed as missing', async () => {
  const { stdout, stderr, code } = await simulateNode(exportsProgram)
  expect(code, stderr).toBe(0)
  const present = JSON.parse(stdout) as Names
  const missing = Object.entries(recorded('exports.recorded.json')).map(([module, names]) => {
    return [module, names.filter((name) => !(present[module] ?? []).includes(name))] as const
  })
  expect(Object.fromEntries(missing.filter(([, names]) => names.length > 0))).toEqual(recorded('exports.missing.json'))
})
