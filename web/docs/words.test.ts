import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { glossary } from './glossary.ts'
import { commentsIn, filesOf, markupTexts, root, scripts, sentencesIn, stringsOf } from './testing/texts.ts'
import plainWords from './plain-words.json' with { type: 'json' }

// Lessons and documentation use the words of the glossary, and no synonyms of them. All texts use plain words. The page
// and the documentation have short sentences.

/** Technical words that a newcomer cannot know. Each is a glossary term, or part of a term's explanation. */
const special = [
  ...['chain', 'tool', 'runtime', 'primitive', 'executor', 'item', 'space', 'shadowed', 'bundle', 'dialect', 'anchor'],
  ...['lockfile', 'signature', 'trace', 'plan', 'digest', 'interpreter', 'world', 'graph', 'metadata', 'sandbox'],
  ...['simulated', 'predicted', 'dev mode', 'tool config', 'state graph', 'fallback', 'fingerprint', 'provenance'],
] as const

/** Synonyms to avoid, each with the glossary word to use. */
const others: Readonly<Record<string, string>> = {
  namespace: 'space',
  overlay: 'space',
  plugin: 'tool',
  middleware: 'runtime',
  handler: 'executor',
  manifest: 'metadata',
  frontmatter: 'metadata',
  pipeline: 'chain',
  'lock file': 'lockfile',
  'state machine': 'state graph',
  workflow: 'state graph',
  'dry run': 'simulated',
}

const explained = Object.entries(glossary)
  .map(([name, { title, text }]) => `${name.replaceAll('-', ' ')} ${title} ${text}`)
  .join(' ')
  .toLowerCase()

/** The prose of a Markdown string, in lower case and without code. */
const prose = (text: string): string =>
  text
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`]*`/g, '')
    .toLowerCase()

const pages = ['docs/rules', 'docs/reference'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => [name, prose(readFileSync(join(root, folder, name), 'utf8'))] as const),
)

/** Every string of a lesson document that learners read, except in its goals. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    ['lesson', 'text', 'title', 'hint', 'learned'].includes(key) && !Array.isArray(one) && typeof one === 'string'
      ? [one]
      : key === 'learned' && Array.isArray(one)
        ? one.map(String)
        : textsOf(one),
  )
}

const lessons = readdirSync(join(root, 'examples')).flatMap((slug) =>
  ['example.yaml', 'lesson.yaml'].flatMap((name) => {
    try {
      const text = readFileSync(join(root, 'examples', slug, name), 'utf8')
      return [[`${slug}/${name}`, prose(textsOf(parse(text)).join('\n'))] as const]
    } catch {
      return [] // not every example has a lesson
    }
  }),
)

test('the test reads lessons and pages', () => {
  expect([lessons.length > 9, pages.length > 15]).toEqual([true, true])
})

test.for([...pages, ...lessons])('%s uses the names of the glossary', ([, text]) => {
  const found = Object.entries(others).filter(([word]) => new RegExp(`\\b${word}s?\\b`).test(text))
  expect(found.map(([word, better]) => `${word}: write ${better}`)).toEqual([])
})

test('every special word of lessons and pages is explained in the glossary', () => {
  const all = [...pages, ...lessons].map(([, text]) => text).join('\n')
  const used = special.filter((word) => new RegExp(`\\b${word}s?\\b`).test(all))
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((word) => !explained.includes(word))).toEqual([])
})

/** Files and folders in which every line uses plain words. */
const plain = [
  '.ci',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'core',
  'deploy',
  'docs',
  'e2e',
  'editors',
  'examples',
  'server',
  'web',
] as const

/** Lines that keep such a word, with the reason: at most 30. */
const allowed: readonly { readonly file: string; readonly text: string; readonly because: string }[] = [
  { file: 'core/run/protocol/graph-schema.ts', text: "'nobody'", because: 'a value of the protocol' },
  { file: 'e2e/pages.ts', text: 'firstDescription =', because: 'a quotation of the first example' },
  { file: 'examples/learn-anchor/lesson.yaml', text: '- id: beside', because: 'the key of a step’s progress' },
  { file: 'examples/learn-anchor/routes.yaml', text: 'stops_at: beside', because: 'the id of that step' },
  { file: 'server/run/graph/attendance.test.ts', text: "by: 'nobody'", because: 'a value of the protocol' },
  { file: 'web/docs/words.test.ts', text: 'because:', because: 'these reasons' },
  { file: 'web/docs/words.test.ts', text: '(?:What|Who|Whom', because: 'the pattern of headless comments' },
  { file: 'web/simulate/node/layer/os.ts', text: "text('nobody')", because: 'the name of a user' },
  { file: 'web/docs/plain-words.json', text: '"pattern"', because: 'the table itself' },
]

const patterns = plainWords.map(({ pattern, write, after }) => ({
  found: new RegExp(`${after === undefined ? '' : `(?<!${after})`}(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'),
  write,
}))

/** Each word to avoid in a file, as `LINE: "WORD" (write ...)`. */
const wordsToAvoid = (file: string): readonly string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      allowed.some((one) => one.file === file && line.includes(one.text))
        ? []
        : patterns.flatMap(({ found, write }) =>
            [...line.matchAll(found)].map(([word]) => `${index + 1}: "${word}" (write ${write})`),
          ),
    )

test.for(plain)('%s uses plain words', (path) => {
  const found = filesOf(path).flatMap((file) => wordsToAvoid(file).map((one) => `${file}:${one}`))
  expect(found).toEqual([])
})

test('each line that is allowed to contain a word to avoid has a reason, and still contains the word', () => {
  expect(allowed.length).toBeLessThanOrEqual(30)
  for (const { file, text, because } of allowed) {
    expect(because).not.toBe('')
    expect(readFileSync(join(root, file), 'utf8')).toContain(text)
  }
})

/**
 * A comment whose subject is a clause instead of a noun: "How a walk ends" instead of "The ending of a walk". Questions
 * are allowed.
 */
const headless =
  /(?:^|[.:;] )(?:What|Who|Whom|Whose|Where|How|Which|Whatever|Whoever|All that|All of what|That which|As far as|One that|Those that) [^.?]*(?:[.;]|$)/

test.for(['.ci', 'core', 'e2e', 'editors', 'examples', 'server', 'web'])(
  'each comment of %s has a subject',
  (folder) => {
    const files = filesOf(folder).filter((file) => /\.(?:ts|mjs|cjs|svelte)$/.test(file))
    const found = files.flatMap((file) =>
      commentsIn(readFileSync(join(root, file), 'utf8'))
        .filter((comment) => headless.test(comment))
        .map((comment) => `${file}: ${comment}`),
    )
    expect(found).toEqual([])
  },
)

test.for([
  { comment: 'The result of a walk.', isHeadless: false },
  { comment: 'What came of a walk.', isHeadless: true },
  { comment: 'A node. Where it is', isHeadless: true },
  { comment: 'What runs first? The guard.', isHeadless: false },
])('"$comment" is headless: $isHeadless', ({ comment, isHeadless }) => {
  expect(headless.test(comment)).toBe(isHeadless)
})

/** Pages for users and contributors. Their sentences must be short, too. */
const short = plain.filter((path) => /^(?:[A-Z]+\.md$|docs\/)/.test(path))

const mostWords = 30

const wordsIn = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length

test('a sentence ends at its period and at the end of its paragraph or list item', () => {
  const page =
    '# A title\n\nOne `a. b` [two](three four). *Three!* Four\nfive.\n\n- six seven eight\n- nine\n\n| ten |\n\n```sh\neleven\n```\n'
  expect(
    sentencesIn(page)
      .filter((one) => one !== '')
      .map(wordsIn),
  ).toEqual([3, 1, 2, 3, 1])
})

test.for(short)('%s has no sentence of more than 30 words', (path) => {
  const files = filesOf(path).filter((file) => file.endsWith('.md'))
  const long = files.flatMap((file) =>
    sentencesIn(readFileSync(join(root, file), 'utf8'))
      .filter((sentence) => wordsIn(sentence) > mostWords)
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(long).toEqual([])
})

/** The sentences of a string that have too many words; lists of names are not sentences. */
const longSentences = (text: string): readonly string[] =>
  sentencesIn(text)
    .map((one) => one.trim())
    .filter((one) => /^[\p{Lu}x“]/u.test(one) && wordsIn(one) > mostWords)

const ofPage = filesOf('web').filter(
  (file) => /\.(?:svelte|ts)$/.test(file) && !/\.(?:test|bench)\.ts$|\/testing\//.test(file),
)

test(`no sentence of the page has more than ${mostWords} words`, () => {
  const found = ofPage.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const texts = file.endsWith('.svelte') ? [...markupTexts(source), ...stringsOf(scripts(source))] : stringsOf(source)
    return texts.flatMap(longSentences).map((one) => `${file}: ${one}`)
  })
  expect(ofPage.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

test.for([
  { text: 'One. Two three.', long: 0 },
  { text: `${'Word '.repeat(mostWords)}.`, long: 0 },
  { text: `Short. ${'Word '.repeat(mostWords + 1)}.`, long: 1 },
  { text: `${'a_name '.repeat(40)}`, long: 0 },
])('"$text" has $long sentences that are too long', ({ text, long }) => {
  expect(longSentences(text)).toHaveLength(long)
})

test('the sentences of a component are read from its markup and its script', () => {
  const long = 'Word '.repeat(mostWords + 1)
  const source = `<script lang="ts">const a = '${long}'</script><p title="x">${long}<b>b</b></p>`
  expect([...markupTexts(source), ...stringsOf(scripts(source))].flatMap(longSentences)).toHaveLength(2)
})
