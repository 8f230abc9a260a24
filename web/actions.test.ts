import { expect, test } from 'vitest'
import { matches, printedKeys } from './actions.ts'

const press = (keys: Partial<Parameters<typeof matches>[1]>): Parameters<typeof matches>[1] => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
})

test.for([
  ['Mod+K', press({ key: 'k', code: 'KeyK', ctrlKey: true }), true],
  ['Mod+K', press({ key: 'k', code: 'KeyK', metaKey: true }), true],
  ['Mod+K', press({ key: 'k', code: 'KeyK' }), false],
  ['Mod+Enter', press({ key: 'Enter', ctrlKey: true, shiftKey: true }), false],
  ['Mod+Shift+Enter', press({ key: 'Enter', ctrlKey: true, shiftKey: true }), true],
  ['Alt+3', press({ key: '³', code: 'Digit3', altKey: true }), true],
  ['Alt+E', press({ key: '€', code: 'KeyE', altKey: true }), true],
  ['?', press({ key: '?', shiftKey: true }), true],
] as const)('%s', ([keys, event, expected]) => {
  expect(matches(keys, event)).toBe(expected)
})

test('keys are printed for the platform', () => {
  expect(printedKeys('Mod+Shift+Enter', false)).toBe('Ctrl Shift Enter')
  expect(printedKeys('Mod+K', true)).toBe('⌘ K')
})
