import { expect, test } from 'vitest'
import { safeStorage } from '../files/safe-storage.ts'
import { ProgressStore, progressName } from './progress-store.ts'

function memory(): ProgressStore {
  return new ProgressStore(
    safeStorage(() => {
      throw new Error('refused')
    }),
  )
}

test('ticks are stored per lesson, cleared for one lesson or all, and restored from a file', () => {
  const store = memory()
  store.write('a', { one: ['12345678'] })
  store.write('b', { one: ['87654321'] })
  expect(store.ticksOf('a')).toEqual({ one: ['12345678'] })
  const file = store.asText()
  store.clear(['a'])
  expect(store.ticksOf('a')).toEqual({})
  expect(store.ticksOf('b')).toEqual({ one: ['87654321'] })
  expect(store.bring(file)).toBe(true)
  expect(store.ticksOf('a')).toEqual({ one: ['12345678'] })
  store.clear()
  expect(store.read().lessons).toEqual({})
})

test('a file that is not progress changes nothing', () => {
  const store = memory()
  store.write('a', { one: ['12345678'] })
  for (const text of ['', 'null', '{', '{"format":2,"lessons":{}}']) expect(store.bring(text)).toBe(false)
  expect(store.ticksOf('a')).toEqual({ one: ['12345678'] })
  expect(store.ticksOf('__proto__')).toEqual({})
})

test('a foreign lesson with the ID of a built-in one does not share its ticks', () => {
  const store = memory()
  store.write(progressName('three-layers', { kind: 'example', slug: 'learn-three-layers' }), { join: ['12345678'] })
  for (const origin of [{ kind: 'link', of: 'x' }, { kind: 'own' }, { kind: 'text' }] as const) {
    const name = progressName('three-layers', origin)
    expect(store.ticksOf(name)).toEqual({})
    store.write(name, {})
  }
  expect(store.ticksOf('three-layers')).toEqual({ join: ['12345678'] })
})
