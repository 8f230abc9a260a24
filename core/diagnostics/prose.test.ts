import { expect, test } from 'vitest'
import { open } from '../testing/workspace.ts'
import { listed } from './prose.ts'

test('a sentence lists twenty names and counts the others', () => {
  const names = Array.from({ length: 21 }, (_, index) => `n${index}`)
  expect(listed(names.slice(0, 3))).toBe('n0, n1 and n2')
  expect(listed(names.slice(0, 20))).toMatch(/n18 and n19$/)
  expect(listed(names)).toMatch(/n18, n19 and 1 more$/)
})

test('an executor missing in a thousand bundles has a short message, and its facts list all bundles', () => {
  const systems = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ bundle_id: `b${index}`, version: '1.0.0', root: `/b${index}` },
  }))
  const { analyze } = open({ files: { '/project/.ai/tools/t.yaml': 'executor_id: none\n' } }, { systems })
  const found = analyze('t').diagnostics.find(({ code }) => code === 'executor-not-found')
  expect(found?.message.length).toBeLessThan(1_000)
  expect(found?.facts).toMatchObject({ searched: { length: 1_002 } })
})
