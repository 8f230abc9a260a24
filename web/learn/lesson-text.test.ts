import { expect, test } from 'vitest'
import { lessonBlocks } from './lesson-text.ts'

test('paragraphs, numbered items, strong words and code', () => {
  const blocks = lessonBlocks(
    'An agent asks for `a`.\nIt goes on.\n\n1. The **tool**\n   is here.\n2. End.\n\n**Why:** so *it* is.',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'item', 'item', 'paragraph'])
  expect(blocks[0]?.parts).toEqual([
    { kind: 'plain', text: 'An agent asks for ' },
    { kind: 'code', text: 'a' },
    { kind: 'plain', text: '. It goes on.' },
  ])
  expect(blocks[1]?.parts[1]).toEqual({ kind: 'strong', text: 'tool' })
  expect(blocks[3]?.parts.at(-1)).toEqual({ kind: 'plain', text: ' so it is.' })
})
