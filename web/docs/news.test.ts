import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

test('each version has its changes by the parts that have some, and a change that takes two lines is one', () => {
  const text =
    '# Changelog\n\nWords.\n\n## Unreleased\n\n- One `a`\n  and more.\n- Two.\n\n### Page\n\n- Four.\n\n### Server\n\n## 0.1.0\n\nThe first.\n\n- Three.\n\nAn end.\n'
  expect(newsOf(text)).toEqual([
    {
      version: 'Unreleased',
      parts: [
        { title: '', changes: ['One `a` and more.', 'Two.'] },
        { title: 'Page', changes: ['Four.'] },
      ],
    },
    { version: '0.1.0', parts: [{ title: '', changes: ['Three.'] }] },
  ])
})

test('the changelog of this product can be read, and tells nothing twice', () => {
  const news = newsOf(readFileSync('CHANGELOG.md', 'utf8'))
  expect(news.map(({ version }) => version)).toContain('0.1.0')
  const changes = news.flatMap(({ parts }) => parts.flatMap((part) => part.changes))
  expect(changes.filter((change) => change === '' || /\n/.test(change))).toEqual([])
  expect(changes.filter((change, at) => changes.indexOf(change) !== at)).toEqual([])
})
