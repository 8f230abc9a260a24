import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignId } from '../rules/counterparts.ts'
import { dialectNames, dialects, type Dialect, type DialectName } from '../rules/dialect.ts'
import type { KeySchema } from '../read/metadata/key-schema.ts'
import { fieldNames } from '../read/metadata/metadata.ts'
import { preferredSpelling } from '../read/metadata/names.ts'
import { metadataSchema, valuesIn } from '../read/metadata/schema.ts'
import { manualFolder } from '../testing/manual.ts'

// Pages that `npm run docs` generates from the engine's tables.

const page = (name: string): string => join(manualFolder, 'reference', name)
const head = (title: string, about: string): readonly string[] => [
  `# ${title}`,
  '',
  `${about} \`npm run docs\` generates this page from a table in the code.`,
  '',
]

/** A table cell with `|` escaped. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Rows for a key and all keys in it, with their paths. Schemas are recursive, so a parent is not entered again. */
function keyRows(path: string, schema: KeySchema, above: readonly unknown[] = []): readonly string[] {
  const within = [...above, schema.keys]
  const { about, otherwise, rule, keys = {}, any, readIn } = schema
  const values = dialectNames.flatMap((name) => Object.keys(valuesIn(dialects[name], schema)))
  const only = readIn && dialectNames.filter((name) => readIn(dialects[name]))
  const notes = [
    about,
    ...(values.length > 0 ? [`Values: ${[...new Set(values)].map((value) => `\`${value}\``).join(', ')}`] : []),
    ...(only && only.length < dialectNames.length ? [`Only in ${only.join(' and ')}`] : []),
  ]
  return [
    `| \`${path}\` | ${cell(notes.join('. '))}. | ${cell(otherwise ?? '')} | ${rule ?? ''} |`,
    ...(above.includes(schema.keys) && schema.keys
      ? []
      : Object.entries(keys).flatMap(([name, below]) => keyRows(`${path}.${name}`, below, within))),
    ...(any && !(any.keys && within.includes(any.keys)) ? keyRows(`${path}.*`, any, within) : []),
  ]
}

/** One field with all its keys, as a separate topic. */
function fieldSection(field: (typeof fieldNames)[number]): readonly string[] {
  const schema = metadataSchema[field]
  const all = [...new Map(dialectNames.flatMap((name) => Object.entries(valuesIn(dialects[name], schema))))]
  const values = all.filter(([value]) => value !== 'true' && value !== 'false')
  expect(preferredSpelling(field, 'javascript')).toBe(preferredSpelling(field, 'python'))
  return [
    `## Key ${field}`,
    '',
    `The name is \`${preferredSpelling(field, 'python')}\` in code and \`${preferredSpelling(field, 'yaml')}\` in YAML.`,
    '',
    ...values.map(([value, word]) => `- \`${value}\`: ${word}`),
    ...(values.length > 0 ? [''] : []),
    '| key | meaning | default | rule |',
    '|---|---|---|---|',
    ...keyRows(field, schema),
    '',
  ]
}

test('the page of metadata keys has a row for every metadata key', async () => {
  const about = 'This page lists every metadata name that the engine reads, with its keys. `*` represents any name.'
  const text = [...head('Metadata keys', about), ...fieldNames.flatMap(fieldSection)].join('\n')
  await expect(text).toMatchFileSnapshot(page('metadata-keys.md'))
})

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const listed = (values: Iterable<string>): string => [...values].map((value) => `\`${value}\``).join(', ')

const calls: Readonly<Record<Dialect['parameters'], string>> = {
  merged: 'parameters of the primitive',
  argv: 'JSON in the argument `--params`',
  stdin: 'JSON on standard input',
}

/** The differences between the dialects. A field of `Dialect` without a row does not compile. */
const differences: Readonly<Record<Exclude<keyof Dialect, 'seeds'>, readonly [string, (dialect: Dialect) => string]>> =
  {
    name: ['name', ({ name }) => `\`${name}\``],
    builtin: ['built-in primitives', ({ builtin }) => listed(builtin.keys()) || 'none'],
    bySegment: [
      'primitives by the last part of their ID',
      ({ bySegment }) => (bySegment.size === 0 ? 'none' : `${listed(bySegment.keys())}, if the file has no executor`),
    ],
    stemSearch: ['an ID can be a file name without its folder', ({ stemSearch }) => yesNo(stemSearch)],
    formats: ['files with metadata', ({ formats }) => listed(formats.keys())],
    interpreters: ['interpreter types', ({ interpreters }) => listed(interpreters)],
    venvSearch: ['`venv_python` searches a list of spaces', ({ venvSearch }) => yesNo(venvSearch)],
    presetInterpreterWins: [
      'an existing interpreter variable overrides the search',
      ({ presetInterpreterWins }) => yesNo(presetInterpreterWins),
    ],
    parameters: ['parameters of a tool', ({ parameters }) => calls[parameters]],
    rawOutput: [
      'data of a run',
      ({ rawOutput }) => (rawOutput ? 'standard output, unchanged' : 'parsed standard output if it is JSON'),
    ],
    lockfiles: ['lockfiles', ({ lockfiles }) => yesNo(lockfiles)],
    configResolve: ['tool config (`config_resolve`)', ({ configResolve }) => yesNo(configResolve)],
    stateGraph: ['state graphs', ({ stateGraph }) => yesNo(stateGraph)],
    contextInEnv: ['context names in variables', ({ contextInEnv }) => yesNo(contextInEnv)],
    providers: ['elements of a chain record their bundle', ({ providers }) => yesNo(providers)],
    systemLabel: ['label of a file in the system bundle b', ({ systemLabel }) => `\`${systemLabel('b')}\``],
  }

/** An executor of each job, in lilux. */
const sameJobs: readonly string[] = [
  ...dialects.lilux.builtin.keys(),
  ...['python_function', 'python_script', 'bash', 'node'].map((name) => `rye/core/runtimes/${name}_runtime`),
]

function counterpart(name: DialectName, id: string): string {
  const foreign = foreignId(dialects[name], id)
  return foreign?.here === null ? 'none' : `\`${foreign?.here ?? id}\``
}

/** The releases after those of the dialects: name, dates, changes and marks in files. */
const laterReleases: readonly (readonly [string, string, string, string])[] = [
  [
    'first Rust releases',
    'April to May 2026',
    'executors are aliases, and fingerprints have 64 digits',
    '`@subprocess` as executor',
  ],
  [
    'ryeos 0.4',
    'May to June 2026',
    'a new signature line, YAML keys without underscores, and commands with a prefix',
    '`ryeos:signed:` in the first line, `bin:` in a command',
  ],
  [
    'ryeos 0.5',
    'June to August 2026',
    'metadata in a header of comments, IDs with their kind, aliases from schemas, and typed expressions in one pass; the user space, lockfiles and checks of pairs were removed',
    '`# ryeos-tool:`, `tool:` before an ID, `.ai/manifest.yaml`, `.ai/node/engine/kinds`',
  ],
  [
    'later releases of ryeos',
    'since August 2026',
    'every tool declares its execution protocol, its effects and its authority over files and the network',
    '`execution_protocol`, `realization:` in a command',
  ],
]

test('the page of dialects has a row for every dialect field', async () => {
  const about = 'This page compares the three dialects, the versions of the rules. It lists every difference.'
  const rows = Object.values(differences).map(
    ([title, of]) => `| ${title} | ${dialectNames.map((name) => of(dialects[name])).join(' | ')} |`,
  )
  const text = [
    ...head('Dialects', about),
    '| dialect | releases of Rye |',
    '|---|---|',
    '| kiwi | kiwi-mcp and early rye-os, until February 2026 |',
    '| lilux | rye-os, February 2026 |',
    '| lillux | ryeos 0.1.x, March to 14 April 2026, the last Python release |',
    '',
    '## The three dialects side by side',
    '',
    `| what | ${dialectNames.join(' | ')} |`,
    `|---|${dialectNames.map(() => '---|').join('')}`,
    ...rows,
    '',
    'In the page, *Rules* switches the dialect of a draft, and *Compare dialects* shows the effects.',
    '',
    '## The same executor in each dialect',
    '',
    'If an executor belongs to another dialect, a problem names its counterpart in this table, and a fix replaces the executor.',
    '',
    `| ${dialectNames.join(' | ')} |`,
    `|${dialectNames.map(() => '---|').join('')}`,
    ...sameJobs.map((id) => `| ${dialectNames.map((name) => counterpart(name, id)).join(' | ')} |`),
    '',
    '## Later releases of Rye',
    '',
    'After the last Python release, Rye was rewritten in Rust. The playground recognizes files from these releases but does not read, sign or change them (R1.9).',
    '',
    '| release | dates | what changed | marks |',
    '|---|---|---|---|',
    ...laterReleases.map((row) => `| ${row.join(' | ')} |`),
    '',
    'Use a project from one of these releases with the release that wrote it. No command converts its files to a dialect on this page, because later releases have no user space, no lockfiles and no checks of element pairs.',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(page('dialects.md'))
})
