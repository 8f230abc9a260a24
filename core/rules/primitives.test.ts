import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dialectNames, dialects } from './dialect.ts'
import { isRequest, primitives, processKinds, requestKinds } from './primitives.ts'

const root = join(import.meta.dirname, '../..')

/** The files that can contain the name of a primitive: the table, and the dialects. */
const tables: readonly string[] = ['core/rules/primitives.ts', 'core/rules/dialect.ts']

/**
 * Matches the name of a primitive. `execute` is also the verb of an action in a state graph (R16.2), so it counts only
 * as the value of `primitive`.
 */
const names = new RegExp(
  `'(?:${Object.keys(primitives)
    .filter((kind) => kind !== 'execute')
    .join('|')})'|primitive: 'execute'|primitive [!=]== 'execute'`,
)

test('only the table and the rows of the dialects name a primitive', () => {
  const found = ['core', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !/\/testing\/|^core\/(?:conformance|bundles)\/|^web\/run\/sandbox\//.test(path))
      .filter((path) => names.test(readFileSync(join(root, path), 'utf8'))),
  )
  expect(found.sort()).toEqual([...tables].sort())
})

test('every primitive has one shape, and at least one dialect has it', () => {
  expect([...processKinds, ...requestKinds].sort()).toEqual(Object.keys(primitives).sort())
  const offered = dialectNames.flatMap((name) => [
    ...dialects[name].builtin.values(),
    ...dialects[name].bySegment.values(),
  ])
  expect([...new Set(offered)].sort()).toEqual(Object.keys(primitives).sort())
  expect(requestKinds.every((primitive) => isRequest({ primitive }))).toBe(true)
  expect(processKinds.some((primitive) => isRequest({ primitive }))).toBe(false)
})
