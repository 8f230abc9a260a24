import { expect, test } from 'vitest'
import { matches, printedKeys } from './keys.ts'

type Press = Parameters<typeof matches>[1]
const press = (keys: Partial<Press>): Press => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
})
const alt = (key: string, code: string): Press => press({ key, code, altKey: true })

test.for([
  ['Mod+K', press({ key: 'k', code: 'KeyK', ctrlKey: true }), true],
  ['Mod+K', press({ key: 'k', code: 'KeyK', metaKey: true }), true],
  ['Mod+K', press({ key: 'k', code: 'KeyK' }), false],
  ['Mod+Enter', press({ key: 'Enter', ctrlKey: true, shiftKey: true }), false],
  ['Mod+Shift+Enter', press({ key: 'Enter', ctrlKey: true, shiftKey: true }), true],
  ['Alt+3', alt('³', 'Digit3'), true],
  ['Alt+E', alt('€', 'KeyE'), true],
  ['Mod+Alt+Z', press({ key: 'z', code: 'KeyZ', ctrlKey: true, altKey: true }), true],
  ['?', press({ key: '?', shiftKey: true }), true],
] as const)('the shortcut %s matches the key press %o: %s', ([keys, event, expected]) => {
  expect(matches(keys, event, false)).toBe(expected)
})

test('AltGr types its character, although some systems report it as Ctrl and Alt', () => {
  expect(matches('Mod+Alt+Z', press({ key: 'ż', code: 'KeyZ', ctrlKey: true, altKey: true }), false)).toBe(false)
})

test.for([
  ['Alt+5', '[', 'Digit5'],
  ['Alt+6', ']', 'Digit6'],
  ['Alt+8', '{', 'Digit8'],
  ['Alt+9', '}', 'Digit9'],
  ['Alt+7', '|', 'Digit7'],
  ['Alt+L', '@', 'KeyL'],
  ['Alt+E', '€', 'KeyE'],
  ['Alt+N', 'Dead', 'KeyN'],
] as const)(
  'on a Mac, Option alone types %s’s character, and Option with Control is the shortcut',
  ([keys, key, code]) => {
    expect(matches(keys, alt(key, code), true)).toBe(false)
    expect(matches(keys, { ...alt(key, code), ctrlKey: true }, true)).toBe(true)
  },
)

test('on a Mac, Mod is Command and not Control', () => {
  expect(matches('Mod+K', press({ key: 'k', code: 'KeyK', metaKey: true }), true)).toBe(true)
  expect(matches('Mod+K', press({ key: 'k', code: 'KeyK', ctrlKey: true }), true)).toBe(false)
  expect(matches('Mod+Alt+Z', press({ key: 'Ω', code: 'KeyZ', metaKey: true, altKey: true }), true)).toBe(true)
})

test('keys have the notation of the platform', () => {
  expect(printedKeys('Mod+Shift+Enter', false)).toBe('Ctrl Shift Enter')
  expect(printedKeys('Alt+5', false)).toBe('Alt 5')
  expect(printedKeys('Mod+K', true)).toBe('⌘ K')
  expect(printedKeys('Alt+5', true)).toBe('⌃ ⌥ 5')
  expect(printedKeys('Mod+Alt+Z', true)).toBe('⌘ ⌥ Z')
})
