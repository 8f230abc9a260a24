import { expect, test } from 'vitest'
import { allowingCapability, heldCapabilities, neededCapability, readItemId, withKind } from './capability.ts'

test.for<readonly [id: unknown, kind: string | null, name?: string]>([
  ['tool:rye/bash', 'tool', 'rye/bash'],
  ['directive:a:b', 'directive', 'a:b'],
  ['knowledge:k', 'knowledge', 'k'],
  ['config:c', 'config', 'c'],
  ['rye/bash', null],
  ['tool:', null],
  ['tools:x', null],
  [':x', null],
  ['', null],
  [5, null],
  [null, null],
  ['rye/agent/threads/internal/emitter', 'tool', 'rye/agent/threads/internal/emitter'],
])('R16.6: the ID %j has the kind %s', ([id, kind, name]) => {
  const read = readItemId(id as string)
  expect(read).toEqual(kind === null ? null : { kind, id: name })
})

test.for<readonly [id: string, kind: string | null, with_kind: string]>([
  ['x', 'tool', 'tool:x'],
  ['x', null, 'x'],
  ['directive:x', 'tool', 'directive:x'],
  ['other:x', 'tool', 'tool:other:x'],
])('S2: the ID %s with the kind %s is %s', ([id, kind, with_kind]) => {
  expect(withKind(id, kind)).toBe(with_kind)
})

test.for<readonly [id: string, held: readonly string[], allowed: string | null]>([
  ['tool:a/b', ['rye.execute.tool.a.b'], 'rye.execute.tool.a.b'],
  ['tool:a/b', ['rye.execute.tool.x', 'rye.execute.tool.*'], 'rye.execute.tool.*'],
  ['tool:a/b', ['rye.execute.directive.*'], null],
  ['tool:a/b', [], null],
  ['a/b', ['*'], null],
  ['tool:rye/agent/threads/internal/x', [], 'rye/agent/threads/internal/*'],
  ['directive:rye/agent/threads/internal/x', [], 'rye/agent/threads/internal/*'],
  ['rye/agent/threads/internal/x', [], 'rye/agent/threads/internal/*'],
  ['rye/agent/threads/internal/a:b', [], 'rye/agent/threads/internal/*'],
  ['rye/agent/threads/internals', ['*'], null],
  ['x/rye/agent/threads/internal/x', ['*'], null],
  ['other:rye/agent/threads/internal/x', ['*'], null],
])('R16.6: %s with %j is allowed by %s', ([id, held, allowed]) => {
  expect(allowingCapability(held, 'execute', id)).toBe(allowed)
})

test('R16.6: a string counts as one entry, and other types are skipped', () => {
  expect(heldCapabilities('a')).toEqual(['a'])
  expect(heldCapabilities(['a', 5, null, 'b'])).toEqual(['a', 'b'])
  expect(heldCapabilities(new Map())).toEqual([])
  expect(heldCapabilities(null)).toEqual([])
})

test('R16.6: an action needs the capability of its item', () => {
  expect(neededCapability('execute', 'tool:rye/web/fetch')).toBe('rye.execute.tool.rye.web.fetch')
  expect(neededCapability('execute', 'rye/web/fetch')).toBeNull()
})
