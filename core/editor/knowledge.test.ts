import { expect, test } from 'vitest'
import type { ListedItem } from '../resolve/items.ts'
import { dialects } from '../rules/dialect.ts'
import { executorLines, referencesOf, type Known } from './ids.ts'
import { definitionAt, hoverFor, lensesFor, suggestionsFor } from './knowledge.ts'

const item = (
  item_id: string,
  path: string,
  space: ListedItem['space'],
  shadowed: ListedItem['shadowed'] = [],
): ListedItem => ({
  item_id,
  path,
  space,
  shadowed,
})
const known: Known = {
  analysis: undefined,
  dialect: dialects.lillux,
  env: { RYE_PYTHON: 'python3' },
  items: [
    item('demo/greet', '/project/.ai/tools/demo/greet.py', 'project'),
    item('mine/runtime', '/project/.ai/tools/mine/runtime.yaml', 'project', [
      { path: '/system/s/.ai/tools/mine/runtime.yaml', space: 'system:s' },
    ]),
    item('rye/core/runtimes/python/script', '/system/s/.ai/tools/rye/core/runtimes/python/script.yaml', 'system:s'),
  ],
}

test.for([
  ['__executor_id__ = "a/b"', 'a/b'],
  ["__executor_id__ = 'a/b'  # why", 'a/b'],
  ['executor_id: a/b', 'a/b'],
  ['export const __executor_id__ = "a/b"', 'a/b'],
  ['executor_id: null', undefined],
  ['__executor_id__ = None', undefined],
  ['# __executor_id__ = "a/b"', undefined],
] as const)('the executor ID in %s is %s', ([line, id]) => {
  const found = executorLines(`x = 1\n${line}\n`)[0]
  expect(found?.id).toBe(id)
  if (found) expect(`x = 1\n${line}\n`.slice(found.start, found.end)).toBe(id)
})

test('the lens shows the target of an executor, or that it is not found', () => {
  expect(lensesFor(known, '__executor_id__ = "mine/runtime"')[0]).toMatchObject({
    title: '→ runtime.yaml (project)',
    target: { path: '/project/.ai/tools/mine/runtime.yaml' },
  })
  expect(lensesFor(known, 'executor_id: missing')[0]).toMatchObject({ title: '→ not found', target: undefined })
})

test('a mention in another Unicode form is found on a host that composes names (R1.4)', () => {
  const named = { ...known, items: [item('caf\u00e9', '/project/.ai/tools/caf\u00e9.py', 'project')] }
  const line = 'executor_id: cafe\u0301'
  expect(lensesFor(named, line)[0]?.title).toBe('→ not found')
  const composing = { ...named, formOf: (id: string) => id.normalize('NFC') }
  expect(lensesFor(composing, line)[0]?.title).toBe('→ caf\u00e9.py (project)')
})

test('a dialect with stem search finds an executor in any folder, and an exact ID first (section 0)', () => {
  const kiwi = { ...known, dialect: dialects.kiwi }
  const script = '/system/s/.ai/tools/rye/core/runtimes/python/script.yaml'
  const titleOf = (of: Known, id: string): string | undefined => lensesFor(of, `executor_id: ${id}`)[0]?.title
  expect(titleOf(kiwi, 'script')).toBe('→ script.yaml (system)')
  expect(definitionAt(kiwi, 'executor_id: script', 16)?.path).toBe(script)
  expect(titleOf(known, 'script')).toBe('→ not found')
  const exact = item('script', '/system/s/.ai/tools/script.py', 'system:s')
  expect(titleOf({ ...kiwi, items: [...kiwi.items, exact] }, 'script')).toBe('→ script.py (system)')
})

test('an ID under the cursor resolves to its winner, and the hover lists the items it shadows', () => {
  const text = 'executor_id: mine/runtime'
  expect(definitionAt(known, text, 16)).toEqual({ path: '/project/.ai/tools/mine/runtime.yaml', start: 0, end: 0 })
  const hover = hoverFor(known, '/project/x.yaml', text, 16)
  expect(hover).toMatchObject({ start: 13, end: 25 })
  expect(hover?.markdown).toContain('~~/system/s/.ai/tools/mine/runtime.yaml~~')
})

test('references match whole IDs only', () => {
  const files = [
    ['/a', 'executor_id: mine/runtime\n# mine/runtime2'],
    ['/b', '"mine/runtime"'],
  ] as const
  expect(referencesOf('mine/runtime', files).map(({ path }) => path)).toEqual(['/a', '/b'])
})

test('an ID without a slash counts only in quotes or as an executor', () => {
  const text = '__executor_id__ = "note"\nnote = load("note")\n# a note'
  expect(referencesOf('note', [['/a', text]]).map(({ start }) => text.slice(start - 1, start + 5))).toEqual([
    '"note"',
    '"note"',
  ])
})

test('suggested variables are those of the last resolved environment', () => {
  const text = 'command: "${RYE'
  expect(suggestionsFor(known, '/project/a.yaml', text, text.length).map(({ label }) => label)).toEqual(['RYE_PYTHON'])
})

test.for([
  { text: 'executor_id: x', word: 'executor_id', says: 'the next element of the chain' },
  { text: 'anchor:\n  mode: auto', word: 'mode', says: 'when the anchor is active' },
  { text: 'elsewhere:\n  mode: auto', word: 'mode', says: undefined },
])('hover on $word in $text shows: $says', ({ text, word, says }) => {
  const hover = hoverFor(known, '/project/a.yaml', text, text.indexOf(word))
  if (says === undefined) expect(hover).toBeUndefined()
  else expect(hover?.markdown).toContain(says)
})

test('IDs that a system file must not depend on are suggested last, with a note', () => {
  const text = 'executor_id: '
  const offers = suggestionsFor(known, '/system/s/.ai/tools/x.yaml', text, text.length)
  const ranked = [...offers].sort((a, b) => a.rank - b.rank)
  expect(ranked[0]?.label).toBe('rye/core/runtimes/python/script')
  expect(ranked.at(-1)?.detail).toContain('not allowed as an executor in this space')
})

test('suggested metadata names have the spelling of the file’s language', () => {
  const labels = (path: string): string[] => suggestionsFor(known, path, '', 0).map(({ label }) => label)
  expect(labels('/project/a.py')).toContain('__executor_id__')
  expect(labels('/project/a.yaml')).toContain('executor_id')
  expect(labels('/project/a.yaml')).toContain('config_schema')
})

test.for([
  { text: 'env_config:\n  interpreter:\n    ', offers: ['type', 'binary', 'fallback'] },
  { text: 'anchor:\n  enabled: true\n  mo', offers: ['mode', 'root'] },
  { text: 'anchor:\n  mode: ', offers: ['auto', 'always', 'never'] },
  { text: 'config:\n  args:\n    - "x"\n  ', offers: ['command', 'timeout'] },
])('keys of a section are suggested inside it: $text', ({ text, offers }) => {
  const labels = suggestionsFor(known, '/project/a.yaml', text, text.length).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(offers))
})
