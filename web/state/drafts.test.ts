import { expect, test } from 'vitest'
import type { DraftHeader } from './draft-record.ts'
import { newestBut } from './drafts.svelte.ts'

const header = (id: string, edited_at: number, trashed = false): DraftHeader => ({
  format: 1,
  id,
  name: id,
  origin: { kind: 'own' },
  edited_at,
  trashed,
})

test.for([
  { name: 'the newest one, at any position', headers: [header('a', 1), header('b', 3), header('c', 2)], newest: 'b' },
  { name: 'never the open draft', headers: [header('open', 9), header('a', 1)], newest: 'a' },
  { name: 'not in the trash', headers: [header('a', 1), header('b', 2, true)], newest: 'a' },
  { name: 'undefined without another draft', headers: [header('open', 9)], newest: undefined },
])('the last edited draft is $name', ({ headers, newest }) => {
  expect(newestBut('open', headers)?.id).toBe(newest)
})
