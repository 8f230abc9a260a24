import { expect, test } from 'vitest'
import { linkParts, markOf } from '../state/address.ts'
import { readLink } from './open-link.ts'

test.for(['#s.', '#s.a', '#s.abc', '#s.abcd/../x'])(
  'a short link that is cut off or mistyped is reported without a request: %s',
  async (hash) => {
    const parts = linkParts(hash)
    expect(markOf(parts)).toBe(hash.slice(1))
    expect(await readLink(parts)).toEqual({
      kind: 'rejected',
      problem: 'The link is incomplete. Copy the whole link again.',
    })
  },
)
