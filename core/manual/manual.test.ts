import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { checkGoal } from '../expect/check-goal.ts'
import { runWalkTests } from '../expect/walk-tests.ts'
import { workspaceOfDraft } from '../testing/examples.ts'
import { manualChapters, manualFolder } from '../testing/manual.ts'
import { anchorOf } from './chapter.ts'
import { draftOfExample } from './example.ts'
import { Manual } from './manual.ts'

// Every page of the manual matches the engine: the tests analyze its examples and look up its facts.

const chapters = manualChapters()
const topics = chapters.flatMap((chapter) => chapter.topics.map((topic) => ({ chapter, topic })))

/** The number of rules in each section of the rules. */
const rules = { 1: 9, 2: 8, 3: 3, 4: 5, 5: 1, 6: 5, 7: 4, 8: 4, 9: 10, 10: 5, 11: 3, 12: 1, 13: 1, 14: 2, 15: 2, 16: 8 }

test('every rule has a page, and every rule page has an example', () => {
  const wanted = Object.entries(rules).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `R${group}.${index + 1}`),
  )
  const found = topics.filter(({ topic }) => /^R\d/.test(topic.id))
  expect(found.map(({ topic }) => topic.id).filter((id) => !id.startsWith('R9K'))).toEqual(wanted)
  expect(found.filter(({ topic }) => topic.examples.length === 0).map(({ topic }) => topic.id)).toEqual([])
})

test('no two pages have the same address', () => {
  const ids = [...chapters.map(({ id }) => id), ...topics.map(({ topic }) => topic.id)].map((id) => id.toLowerCase())
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

const examples = topics.flatMap(({ topic }) =>
  topic.examples.map((example, index) => [`${topic.id} ${index + 1}`, example] as const),
)

test.for(examples)('%s: the example opens and agrees with its page', ([, example]) => {
  expect(example.goals.length).toBeGreaterThan(0)
  const draft = draftOfExample(example, 'an example')
  const analysis = analyze(workspaceOfDraft(draft), draft)
  const verdicts = example.goals.map((goal) => checkGoal(goal, { analysis }))
  expect(verdicts.filter(({ holds }) => !holds).map(({ wanted, found }) => `${wanted}, but found ${found}`)).toEqual([])
  const { tests } = runWalkTests(workspaceOfDraft(draft))
  expect(tests.flatMap(({ differences, unused }) => [...differences, ...unused])).toEqual([])
})

test('every link between the pages has a target', () => {
  const found = readdirSync(manualFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md'))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address = '']) =>
        /^https?:/.test(address) || leads(entry.parentPath, entry.name, address) ? [] : [`${entry.name}: ${address}`],
      )
    })
  expect(found).toEqual([])
})

function leads(folder: string, file: string, address: string): boolean {
  const [path = '', heading] = address.split('#')
  try {
    const text = readFileSync(join(folder, path === '' ? file : path), 'utf8')
    return (
      heading === undefined || [...text.matchAll(/^#+ (.+)$/gm)].some(([, head = '']) => anchorOf(head) === heading)
    )
  } catch {
    return false // a missing file makes a broken link
  }
}

test('glossary terms that the page uses resolve to glossary topics', () => {
  const manual = new Manual(chapters)
  for (const name of ['dev-mode', 'shadow', 'io-rule', 'tool-config', 'real'])
    expect([name, manual.topic(name)?.chapter.id]).toEqual([name, 'glossary'])
})

test('a page is found by its address in any letter case, and by a similar word', () => {
  const manual = new Manual(chapters)
  expect(manual.topic('r4.1')?.topic.id).toBe('R4.1')
  expect(manual.topic('CHAIN-CYCLE')?.topic.id).toBe('chain-cycle')
  expect(manual.chapter('limits')?.title).toBe('Limits')
  expect(manual.topic('nowhere at all')).toBeUndefined()
  expect(manual.near('chain-cicle')).toContain('chain-cycle')
})

test('a typical query finds its page: the bare name of a key, a section of the rules, a chapter title', () => {
  const manual = new Manual(chapters)
  for (const key of ['executor_id', 'env_config', 'CONFIG_SCHEMA', ' child_constraints '])
    expect(manual.topic(key)?.topic.id).toBe(`key-${key.trim().toLowerCase()}`)
  // If a glossary word and a key have the same name, the glossary wins.
  expect(manual.topic('anchor')?.chapter.id).toBe('glossary')
  const wanted = {
    r16: 'r16-graphs',
    R1: 'r01-spaces',
    r12: 'r11-lockfiles',
    R14: 'r11-lockfiles',
    r15: 'r15-primitives',
  }
  const named = {
    settings: 'settings',
    'Server settings': 'settings',
    signing: 'r10-signing',
    'state graphs': 'r16-graphs',
  }
  for (const [name, id] of Object.entries({ ...wanted, ...named }))
    expect([name, manual.chapter(name)?.id]).toEqual([name, id])
  expect(Object.keys(rules).filter((group) => !manual.chapter(`R${group}`))).toEqual([])
})
