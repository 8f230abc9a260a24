import { expect, test } from 'vitest'
import { safeStorage, unfailingStorage, type TextStore } from './safe-storage.ts'

function storeOf(most: number): TextStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      texts.set(name, text)
    },
    removeItem: (name) => void texts.delete(name),
  }
}

test('a store is in memory if the browser refuses storage', () => {
  const store = safeStorage(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  store.setItem('a', '1')
  expect(store.getItem('a')).toBe('1')
})

test('a value that does not fit stays in memory until one that fits replaces it', () => {
  const full = storeOf(3)
  const store = unfailingStorage(full)
  store.setItem('a', 'old')
  store.setItem('a', 'too long')
  expect([store.getItem('a'), full.texts.get('a')]).toEqual(['too long', 'old'])
  store.setItem('a', 'new')
  expect([store.getItem('a'), full.texts.get('a')]).toEqual(['new', 'new'])
  store.setItem('a', 'too long')
  store.removeItem('a')
  expect([store.getItem('a'), full.texts.size]).toEqual([null, 0])
})
