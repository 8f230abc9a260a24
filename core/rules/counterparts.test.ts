import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignId, readsParameters } from './counterparts.ts'
import { dialectNames, dialects, type DialectName } from './dialect.ts'

test.for<{ dialect: DialectName; id: string; from: readonly DialectName[]; here: string | null }>([
  { dialect: 'lillux', id: 'rye/core/primitives/subprocess', from: ['lilux'], here: 'rye/core/primitives/execute' },
  { dialect: 'lillux', id: 'python_runtime', from: ['kiwi'], here: 'rye/core/runtimes/python/function' },
  {
    dialect: 'lilux',
    id: 'rye/runtimes/node_runtime',
    from: ['kiwi'],
    here: 'rye/core/runtimes/node_runtime',
  },
  { dialect: 'lilux', id: 'rye/core/primitives/execute', from: ['lillux'], here: 'rye/core/primitives/subprocess' },
  { dialect: 'kiwi', id: 'rye/core/runtimes/bash/bash', from: ['lillux'], here: 'bash_runtime' },
  { dialect: 'lillux', id: 'http_client', from: ['kiwi'], here: null },
  { dialect: 'kiwi', id: 'rye/core/runtimes/state-graph/runtime', from: ['lillux'], here: null },
])('section 0: in $dialect, $id belongs to $from', ({ dialect, id, from, here }) => {
  expect(foreignId(dialects[dialect], id)).toEqual({ dialects: from, here })
})

test("section 0: the dialect's own IDs and unknown IDs are not foreign, and python_runtime reads no parameters", () => {
  expect(foreignId(dialects.lillux, 'rye/core/primitives/execute')).toBeUndefined()
  expect(foreignId(dialects.kiwi, 'rye/primitives/subprocess')).toBeUndefined()
  expect(foreignId(dialects.lilux, 'demo/run')).toBeUndefined()
  expect([readsParameters('python_runtime'), readsParameters('rye/core/runtimes/node/node')]).toEqual([false, true])
})

const bundles: Readonly<Record<DialectName, string>> = {
  kiwi: 'ryeos-kiwi/1.1.0',
  lilux: 'ryeos-lilux/1.1.0',
  lillux: 'ryeos-core/1.3.0',
}

test("section 0: every counterpart is an item in its dialect's system bundle", () => {
  const exists = (name: DialectName, id: string): boolean =>
    ['.py', '.yaml'].some((extension) =>
      ['', 'rye/runtimes/', 'rye/primitives/'].some((folder) =>
        existsSync(join(import.meta.dirname, '../bundles', bundles[name], '.ai/tools', `${folder}${id}${extension}`)),
      ),
    )
  const ids = ['subprocess', 'http_client', 'python_runtime', 'python_script_runtime', 'bash_runtime', 'node_runtime']
  const here = ids.flatMap((id) =>
    dialectNames.map((name) => [name, foreignId(dialects[name], id)?.here ?? id] as const),
  )
  const wanted = here.filter(([name, id]) => !(name === 'lillux' && id === 'http_client'))
  expect(wanted.filter(([name, id]) => !exists(name, id))).toEqual([])
})
