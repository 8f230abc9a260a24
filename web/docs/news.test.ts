import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

test('each version has its changes, and a change that takes two lines is one', () => {
  const text =
    '# Changelog\n\nWords.\n\n## Unreleased\n\n- One `a`\n  and more.\n- Two.\n\n## 0.1.0\n\nThe first.\n\n- Three.\n\nAn end.\n'
  expect(newsOf(text)).toEqual([
    { version: 'Unreleased', changes: ['One `a` and more.', 'Two.'] },
    { version: '0.1.0', changes: ['Three.'] },
  ])
})

test('the changelog of this product can be read', () => {
  const news = newsOf(readFileSync('CHANGELOG.md', 'utf8'))
  expect(news.map(({ version }) => version)).toContain('0.1.0')
  expect(news.flatMap(({ changes }) => changes).filter((change) => change === '' || /\n/.test(change))).toEqual([])
})
