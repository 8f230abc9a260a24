import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown.ts'

test('paragraphs, numbered items, strong text, emphasis and code are rendered', () => {
  const blocks = markdownBlocks(
    'An agent asks for `a`.\nIt continues.\n\n1. The **tool**\n   is here.\n2. End.\n\n**Why:** so *it* is.',
  )
  expect(blocks).toEqual([
    {
      kind: 'paragraph',
      parts: [
        { kind: 'plain', text: 'An agent asks for ' },
        { kind: 'code', text: 'a' },
        { kind: 'plain', text: '. It continues.' },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        [
          { kind: 'plain', text: 'The ' },
          { kind: 'strong', text: 'tool' },
          { kind: 'plain', text: ' is here.' },
        ],
        [{ kind: 'plain', text: 'End.' }],
      ],
    },
    {
      kind: 'paragraph',
      parts: [
        { kind: 'strong', text: 'Why:' },
        { kind: 'plain', text: ' so ' },
        { kind: 'emphasis', text: 'it' },
        { kind: 'plain', text: ' is.' },
      ],
    },
  ])
})

test('headings, tables with pipes in their cells, and code blocks are rendered', () => {
  const blocks = markdownBlocks(
    '### Head\n| a | b |\n|---|---|\n| `x` | y \\| z |\n\n```yaml\n- *not* a list\n\n- `x`\n```',
  )
  expect(blocks).toEqual([
    { kind: 'heading', parts: [{ kind: 'plain', text: 'Head' }] },
    {
      kind: 'table',
      head: [[{ kind: 'plain', text: 'a' }], [{ kind: 'plain', text: 'b' }]],
      rows: [[[{ kind: 'code', text: 'x' }], [{ kind: 'plain', text: 'y | z' }]]],
    },
    { kind: 'code', language: 'yaml', text: '- *not* a list\n\n- `x`' },
  ])
})

test.for([
  ['[one](#docs/R6.1)', { kind: 'link', text: 'one', to: 'R6.1' }],
  ['[`x`](../reference/problems.md#chain-cycle)', { kind: 'link', text: 'x', to: 'chain-cycle' }],
  ['[all](limits.md)', { kind: 'link', text: 'all', to: 'limits' }],
  ['[out](https://example.org/)', { kind: 'plain', text: 'out' }],
  ['[bad](javascript:alert)', { kind: 'plain', text: 'bad' }],
  ['[bad](//example.org/x.md)', { kind: 'plain', text: 'bad' }],
  ['<img src=x onerror=alert>', { kind: 'plain', text: '<img src=x onerror=alert>' }],
] as const)('%s: a link resolves only to a documentation page', ([text, part]) => {
  expect(markdownBlocks(text)).toEqual([{ kind: 'paragraph', parts: [part] }])
})

test('an unclosed mark loses no text', () => {
  for (const text of ['**a', '`a', '[a](b', '```\na', '| a |', '*a', '1. '])
    expect(JSON.stringify(markdownBlocks(text))).toContain(/a|1/.exec(text)?.[0])
})
