import { expect, test } from 'vitest'
import { embedOptions, withoutEmbedOptions } from './options.ts'

test.for([
  ['#v1.1.AA', '', { editable: false, theme: 'system' }],
  ['#v1.1.AA&edit', '', { editable: true, theme: 'system' }],
  ['#v1.1.AA&why=%2Fplan%2Fedit&theme=dark', '', { editable: false, theme: 'dark' }],
  ['#example=edit', '?edit=1&theme=light', { editable: true, theme: 'light' }],
  ['#v1.1.AA&theme=pink', '', { editable: false, theme: 'system' }],
] as const)('%s with %j has the embed options %j', ([hash, search, options]) => {
  expect(embedOptions(hash, search)).toEqual(options)
})

test('the playground opens the same place without the embed options', () => {
  expect(withoutEmbedOptions('#v1.1.AA&edit&why=%2Fplan&theme=dark')).toBe('#v1.1.AA&why=%2Fplan')
  expect(withoutEmbedOptions('#example=editor&edit=1')).toBe('#example=editor')
})
