import { expect, test } from 'vitest'
import { dialectNames } from '#core/rules'
import { glossary } from './glossary.ts'

test.for(Object.entries(glossary))(
  '%s is explained in two sentences that fit a small popover',
  ([name, { title, text }]) => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(title).not.toBe('')
    expect(text.match(/[.!?](?=\s+[A-Z]|$)/g)).toHaveLength(2)
    expect(text.length).toBeLessThanOrEqual(260)
  },
)

test('every dialect is a term', () => {
  expect(Object.keys(glossary)).toEqual(expect.arrayContaining([...dialectNames]))
})
