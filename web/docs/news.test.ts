import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

test('each version lists its changes by section, without empty sections, and joins wrapped lines', () => {
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

test('the changelog of this product has its version with a date, and at most 60 lines per version', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const section = text.split(/^## /m).find((one) => one.startsWith(`${version} - `))
  expect(section).toMatch(/^\S+ - \d{4}-\d\d-\d\d\n/)
  const lines = text.split(/^## /m).map((one) => one.trimEnd().split('\n').length)
  expect(Math.max(...lines)).toBeLessThanOrEqual(60)
  const news = newsOf(text)
  const release = news.find((one) => one.version.startsWith(`${version} - `))
  expect(release?.parts.map(({ title }) => title)).toEqual(['Added', 'Changed', 'Fixed', 'Security'])
  const changes = news.flatMap(({ parts }) => parts.flatMap((part) => part.changes))
  expect(changes.filter((change) => change === '' || /\n/.test(change))).toEqual([])
  expect(changes.filter((change, at) => changes.indexOf(change) !== at)).toEqual([])
})
