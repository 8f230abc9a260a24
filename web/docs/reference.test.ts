import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '#core/rules'
import { snapshotLimits } from '#core/workspace'
import { shareLimits } from '../../core/share/share-problem.ts'
import { importLimits } from '../files/import-limits.ts'
import { glossary } from './glossary.ts'
import { editorKeys } from '../panels/dialogs/editor-keys.ts'
import { defaultLimits } from '../simulate/limits.ts'
import { actionsOf, keysOf, lessonKeys } from '../state/actions.ts'
import { printedKeys } from '../state/keys.ts'

// These pages are generated from the source tables of the page. `npm run docs` updates them.

const root = join(import.meta.dirname, '../..')
const page = (name: string): string => join(root, 'docs/reference', name)

/** The doc comment of each property in a source file. */
function commentsIn(path: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(/\/\*\*(?:\n\s*\*)? ((?:(?!\*\/)[^])*?)\s+\*\/\n\s*(?:readonly )?(\w+):/g)
  return new Map([...found].map(([, about = '', name = '']) => [name, about.replace(/\s*\n\s*\* ?/g, ' ')]))
}

function limitRows(path: string, table: Readonly<Record<string, number>>): readonly string[] {
  const comments = commentsIn(path)
  return Object.entries(table).map(([name, value]) => {
    const about = comments.get(name)
    expect([path, name, about]).not.toContain(undefined)
    return `| \`${name}\` | ${value.toLocaleString('en')} | ${about?.replaceAll('|', '\\|')} |`
  })
}

const table = (rows: readonly string[]): readonly string[] => [
  '| limit | value | what it limits |',
  '|---|---|---|',
  ...rows,
  '',
]

test('every limit of engine, drafts, links, imports and simulation has a row', async () => {
  const text = [
    '# Limits',
    '',
    'This page lists every limit of the engine, drafts, links, imports and the simulation. Messages of the command line and the server name the limit. `npm run docs` generates this page from tables in the code.',
    '',
    '## Limits of the engine',
    '',
    'The engine counts work instead of time, so the same input reaches the same limit on every machine.',
    '',
    ...table(limitRows('core/limits.ts', limits)),
    '## Limits of a draft',
    '',
    ...table(limitRows('core/workspace/snapshot/snapshot-problem.ts', snapshotLimits)),
    '## Limits of a link',
    '',
    ...table(limitRows('core/share/share-problem.ts', shareLimits)),
    '## Limits of an import',
    '',
    ...table(limitRows('web/files/import-limits.ts', importLimits)),
    '## Limits of the simulation',
    '',
    ...table(limitRows('web/simulate/limits.ts', { ...defaultLimits })),
    'The limits of real runs are among the [server settings](settings.md#limits-of-a-run).',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(page('limits.md'))
})

/** The rule or page that explains a word in detail. */
const more: Readonly<Record<string, string>> = {
  ...{ chain: 'R3.1', tool: 'R3.1', runtime: 'R3.1', primitive: 'R3.3', executor: 'R1.2', item: 'R1.4', space: 'R1.1' },
  ...{ shadow: 'R1.5', bundle: 'R1.1', dialect: 'dialects', kiwi: 'dialects', lilux: 'dialects', lillux: 'dialects' },
  ...{ search: 'R1.2', scoped: 'R1.2', global: 'R1.2', 'dev-mode': 'R10.4', 'space-rule': 'R4.1', 'io-rule': 'R4.2' },
  ...{
    'version-rule': 'R4.3',
    'not-declared': 'R4.2',
    plan: 'R9.6',
    digest: 'R9.6',
    passes: 'R9.3',
    interpreter: 'R6.3',
  },
  ...{ 'tool-config': 'R8.1', anchor: 'R7.1', lockfile: 'R11.1', signature: 'R10.1', trace: 'R13.1', world: 'R6.1' },
  ...{ predicted: 'R9.6', simulated: 'R14.2', real: 'R15.1', graph: 'R16.1' },
}

test('every glossary term has a page', async () => {
  expect(Object.keys(glossary).filter((name) => more[name] === undefined)).toEqual([])
  const text = [
    '# Glossary',
    '',
    "This page explains the terms of Rye and the playground. `npm run docs` generates it from the page's glossary.",
    '',
    ...Object.entries(glossary).flatMap(([name, { title, text }]) => {
      const where = more[name] ?? ''
      const link = where.startsWith('R') ? where : `[${where}](${where}.md)`
      return [`## ${name.replaceAll('-', ' ')}`, '', `**${title}.** ${text}`, '', `More: ${link}.`, '']
    }),
  ].join('\n')
  await expect(text).toMatchFileSnapshot(page('glossary.md'))
})

test('every action with a key has a row', async () => {
  // `actionsOf` only stores the session and the view, which actions use when they run.
  const actions = actionsOf({ session: {}, view: {} } as never, {} as never).filter(
    (action) => keysOf(action).length > 0,
  )
  const keyed = actions.map((action) => ({
    title: action.title,
    group: action.group,
    keys: keysOf(action),
    joint: ', ',
  }))
  // Each key combination has only one action.
  const used = [...keyed, ...lessonKeys].flatMap(({ keys }) => keys)
  expect(new Set(used).size).toBe(used.length)
  const inLesson = lessonKeys.map(({ title, keys }) => ({ title, group: 'Lesson', keys, joint: ', ' }))
  const inEditor = editorKeys.map(({ title, keys }) => ({ title, group: 'Editor', keys, joint: ' then ' }))
  const all = [...keyed, ...inLesson, ...inEditor]
  const shown = (keys: readonly string[], mac: boolean, joint: string): string =>
    keys.map((one) => `\`${printedKeys(one, mac)}\``).join(joint)
  const text = [
    '# Keys',
    '',
    'This page lists every keyboard shortcut. In the page, `?` shows them. `npm run docs` generates this page from the list of actions.',
    '',
    ...[...new Set(all.map(({ group }) => group))].flatMap((group) => [
      `## Keys: ${group}`,
      '',
      '| action | key | on a Mac |',
      '|---|---|---|',
      ...all
        .filter((one) => one.group === group)
        .map(({ title, keys, joint }) => `| ${title} | ${shown(keys, false, joint)} | ${shown(keys, true, joint)} |`),
      '',
    ]),
  ].join('\n')
  await expect(text).toMatchFileSnapshot(page('keys.md'))
})
