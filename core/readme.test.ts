import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyze } from '#core/answer'
import { MemoryTree } from '#core/input'
import { ordinaryWorld, Workspace } from '#core/workspace'
import { pureHost } from './pure-host.ts'

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')

test('the README names every field of a real analysis', () => {
  const settings = {
    dialect: 'lillux',
    search: 'scoped',
    project: '/project',
    user: '/user',
    systems: [],
    dev_mode: true,
    world: ordinaryWorld,
  } as const
  const document = analyze(new Workspace(settings, new MemoryTree(), pureHost), { item_id: 't', parameters: '{}' })
  const missing = Object.keys(document).filter(
    (field) => !readme.includes(`\`${field}\``) && !readme.includes(`\`${field}[]\``),
  )
  expect(missing).toEqual([])
})

test('the README lists every difference in table D', () => {
  const ids = 'R1 R2 R4 R5 R9 C1 C3 C6 C9 M1 M3 M6 M7 N1 N4 N6 N8 A1 A3 G3 G6 X5 X6 X9 I2 I4 I6 I7 L1 L5 H1 H2'.split(
    ' ',
  )
  const departures = readme.slice(readme.indexOf('## Differences from the reference'))
  expect(ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(departures))).toEqual([])
})

test('every TypeScript file that the README names exists', () => {
  const named = [...readme.matchAll(/`([a-z-]+(?:\/[a-z-]+)*\.ts)`/g)].map((match) => match[1]!)
  expect(named.length).toBeGreaterThan(10)
  for (const path of new Set(named)) {
    const base = /^(?:core|server|web)\//.test(path) ? '../' : './'
    expect(() => readFileSync(new URL(base + path, import.meta.url)), path).not.toThrow()
  }
})
