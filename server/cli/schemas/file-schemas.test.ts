import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Validator, type Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { graphRuntime, readGraph, readWalkFile } from '#core/graph'
import { readExample, readLesson, readRoutesFile } from '#core/learn'
import { readMetadata } from '#core/read'
import { dialects } from '#core/rules'
import { readExpectation } from '../../../core/expect/expectation.ts'
import { graphFileIn } from '../../../core/graph/graph-file.ts'
import { unusedFields } from '../../../core/graph/unused-fields.ts'
import { everyPart } from '../../../core/pure-host.ts'
import { propertyRuns, propertyTimeout } from '../../../core/testing/property.ts'
import { Suggestions } from '../../../core/text/near.ts'
import { WorkBudget } from '../../../core/work-budget.ts'
import { productRoot } from '../../engine/product.ts'
import { fileSchemaNames, fileSchemaOf, type FileSchemaName } from '../../project/file-schemas.ts'
import { readProjectFile } from '../../project/project-file.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { freshFolder, ryeChain } from '../../testing/directories.ts'

// JSON Schemas for editors, generated from the tables of the readers.

test.for(fileSchemaNames)('docs/schemas/files/%s.json matches its table', async (name) => {
  const path = join(productRoot, 'docs/schemas/files', `${name}.json`)
  const text = await format(JSON.stringify(fileSchemaOf(name)), { ...(await resolveConfig(path)), filepath: path })
  await expect(text).toMatchFileSnapshot(path)
})

/** The rules of a reader that a JSON Schema cannot express, by their messages. */
const onlyReader = [
  /^Two steps have the ID /,
  /^A `build` step is not the last step\./,
  /has only goals for absent values/,
  /^The pattern of /,
  /selects a list member by its index/,
  /is not a valid path in a draft/,
  /^The field \/world.* of the draft is not/,
]

type Verdict = 'valid' | 'invalid' | 'only the reader rejects it'

function verdictOf(messages: readonly string[]): Verdict {
  if (messages.length === 0) return 'valid'
  return messages.every((message) => onlyReader.some((rule) => rule.test(message)))
    ? 'only the reader rejects it'
    : 'invalid'
}
const problemsIn = ({ problems }: { readonly problems: readonly { readonly message: string }[] }): Verdict =>
  verdictOf(problems.map(({ message }) => message))

/**
 * Whether a graph has an unknown key or policy. `check` does not look for them in a malformed graph, which is an error.
 */
function hasUnknownInGraph(path: string, text: string): boolean {
  const document = graphFileIn(path, text)?.document
  if (document?.get('executor_id') !== graphRuntime) return false
  const graph = readGraph(document)
  const policy = graph.config.get('on_error') ?? null
  const unused = unusedFields(graph, new Suggestions(new WorkBudget().share('graph')))
  // A finding about the kind of an item is not about its key.
  return !['fail', 'continue', null].includes(policy as string) || unused.some(({ field, at }) => field === at.at(-1))
}

/** The verdict of each reader about a text. */
const readers: Readonly<Record<FileSchemaName, (text: string) => Verdict>> = {
  'rye-chain': (text) => {
    try {
      readProjectFile('/nowhere', 'rye-chain.yaml', text)
      return 'valid'
    } catch (error) {
      if (error instanceof ReportedError) return 'invalid'
      throw error
    }
  },
  tool: (text) => {
    const path = '/project/.ai/tools/t.yaml'
    const { diagnostics } = readMetadata(path, text, dialects.lillux, everyPart)
    const isReported = diagnostics.some(({ code }) => code === 'metadata-value-unknown')
    return isReported || hasUnknownInGraph(path, text) ? 'invalid' : 'valid'
  },
  expectation: (text) => problemsIn(readExpectation('e.yaml', text, everyPart)),
  walk: (text) => problemsIn(readWalkFile('w.yaml', text)),
  lesson: (text) => problemsIn(readLesson('lesson.yaml', text, everyPart)),
  routes: (text) => problemsIn(readRoutesFile('routes.yaml', text, everyPart)),
  example: (text) => problemsIn(readExample('example.yaml', text, everyPart)),
}
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const filesIn = (pattern: RegExp): readonly Json[] =>
  readdirSync(join(productRoot, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => parseDocument(readFileSync(join(productRoot, 'examples', path), 'utf8')))
    // Some examples contain invalid YAML on purpose.
    .flatMap((read) => (read.errors.length === 0 ? [read.toJS() as Json] : []))

/** Valid files of each kind. */
const originals: Readonly<Record<FileSchemaName, readonly Json[]>> = {
  'rye-chain': [
    { dialect: 'lillux', search: 'global', strict: true, systems: ['../team', 'builtin'], user: 'home' },
    { ignore: ['legacy/**'], rules: { 'version-missing': 'off', 'chain-cycle': 'hint' }, 'max-warnings': 3 },
    { mcp: { allow: ['demo/greet', 'a'] } },
  ],
  tool: [
    { anchor: { enabled: true, mode: 'auto', root: 'tool_dir' }, verify_deps: { scope: 'anchor', recursive: false } },
    { tool_type: 'runtime', config_resolve: [{ path: 'a.yaml', mode: 'deep_merge' }], anchor: [{ mode: 'never' }] },
    { env_config: { interpreter: { type: 'version_manager', manager: 'pyenv', search: ['project'] } } },
    ...filesIn(/[.]ai\/tools\/.*[.]yaml$/).filter((one) =>
      /anchor|verify_deps|config_resolve|"graph"/.test(JSON.stringify(one)),
    ),
  ],
  expectation: [
    {
      item: 't',
      parameters: { name: 'Ada' },
      goals: [
        { at: '/status', is: 'ready' },
        { code: 'chain-cycle', absent: true },
      ],
    },
    {
      item: 't',
      world: { environ: { A: 'b' } },
      goals: [
        { at: '/plan/args', contains: 'a' },
        { at: '/a', count: 2 },
      ],
    },
    {
      item: 't',
      goals: [
        { pair: ['a', 'b'], rule: 'io', verdict: 'ok' },
        { ending: 'exited', in: 'real' },
      ],
    },
    {
      item: 't',
      goals: [
        { at: '/plan/command', matches: '^e' },
        { at: '/data', in: 'result', absent: true },
      ],
    },
  ],
  walk: filesIn(/[.]ai\/walks\//),
  lesson: filesIn(/lesson[.]yaml$/),
  routes: filesIn(/routes[.]yaml$/),
  example: filesIn(/example[.]yaml$/),
}

/** Every place in a document that a mutant can change. */
function placesIn(node: Json, places: [Json[] | { [key: string]: Json }, string][] = []): typeof places {
  if (typeof node !== 'object' || node === null) return places
  for (const [key, value] of Object.entries(node)) {
    places.push([node, key])
    placesIn(value, places)
  }
  return places
}

const changes = ['replace', 'remove', 'rename', 'add', 'repeat', 'move'] as const
type Change = {
  readonly kind: (typeof changes)[number]
  readonly at: number
  readonly from: number
  readonly value: Json
}

/** Changes one place of a document. `known` are the names and values of all valid files of its kind. */
function change(
  document: Json,
  { kind, at, from, value: given }: Change,
  known: { keys: string[]; values: Json[] },
): void {
  const places = placesIn(document)
  const [node, key] = places[at % Math.max(places.length, 1)] ?? []
  if (!node || key === undefined) return
  const name = known.keys[from % known.keys.length] ?? 'a'
  const value = structuredClone(given)
  const meant = structuredClone(known.values[from % known.values.length] ?? null)
  if (Array.isArray(node)) {
    if (kind === 'remove') node.splice(Number(key), 1)
    else if (kind === 'repeat') node.push(structuredClone(node[Number(key)] ?? null))
    else node[Number(key)] = kind === 'replace' ? value : meant
    return
  }
  if (kind === 'replace') node[key] = value
  else if (kind === 'add') node[name] = from % 3 === 0 ? value : meant
  else if (kind === 'move' || kind === 'repeat') node[key] = meant
  else {
    const old = node[key] ?? null
    delete node[key]
    if (kind === 'rename') node[name] = old
  }
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...changes),
  at: fc.nat(),
  from: fc.nat(),
  value: fc.constantFrom<Json[]>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    '',
    'a',
    'off',
    '/',
    [],
    {},
    [1],
    ['a'],
    ['a', 'b'],
    { a: 1 },
  ),
})

const runs = Math.min(propertyRuns(200), 10_000)

test.for(fileSchemaNames)(
  'the schema and the reader of %s agree on mutants of valid files',
  { timeout: propertyTimeout(200) },
  (name) => {
    const validator = new Validator(fileSchemaOf(name) as Schema, '7')
    const places = originals[name].flatMap((one) => placesIn(one))
    const known = {
      keys: [...new Set(places.flatMap(([node, key]) => (Array.isArray(node) ? [] : [key])))],
      values: places.map(([node, key]) => (node as { [key: string]: Json })[key] ?? null),
    }
    const counts = { valid: 0, invalid: 0 }
    fc.assert(
      fc.property(fc.nat(), fc.array(anyChange, { maxLength: 2 }), (at, made) => {
        const document = structuredClone(originals[name][at % originals[name].length] ?? null)
        for (const one of made) change(document, one, known)
        const isValid = validator.validate(document).valid
        const verdict = readers[name](JSON.stringify(document))
        counts[isValid ? 'valid' : 'invalid']++
        expect([document, verdict === 'only the reader rejects it' ? 'valid' : verdict]).toEqual([
          document,
          isValid ? 'valid' : 'invalid',
        ])
      }),
      { numRuns: runs },
    )
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(runs / 30)
  },
)

test('the schema of tools rejects unknown keys of a graph, and accepts own names in the config of other tools', () => {
  const validator = new Validator(fileSchemaOf('tool') as Schema, '7')
  const isValid = (executor: string, config: object): boolean =>
    validator.validate({ tool_type: 'graph', executor_id: executor, config }).valid
  const action = { item_id: 'tool:ls', params: { own: 1 } }
  expect(isValid(graphRuntime, { start: 'a', nodes: { a: { action, next: [{ to: 'b' }] }, b: null } })).toBe(true)
  expect(isValid(graphRuntime, { start: 'a', nodes: { a: { action, nxt: 'b' } } })).toBe(false)
  expect(isValid(graphRuntime, { start: 'a', nodes: { a: { action, next: [{ too: 'b' }] } } })).toBe(false)
  expect(isValid(graphRuntime, { start: 'a', hooks: [{ evnt: 'error', action }] })).toBe(false)
  expect(isValid(graphRuntime, { start: 'a', on_error: 'stop' })).toBe(false)
  expect(isValid('own/runtime', { start: 'a', on_error: 'stop', own: 1 })).toBe(true)
})

test('init, new and expect name the schema of a YAML file if the package is installed, and the file still passes check', async () => {
  const cwd = freshFolder()
  const bare = await ryeChain(cwd, 'new', 'runtime', 'other/plain')
  expect([bare.code, readFileSync(join(cwd, '.ai/tools/other/plain.yaml'), 'utf8')]).toEqual([
    0,
    expect.not.stringContaining('$schema'),
  ])
  mkdirSync(join(cwd, 'node_modules/rye-chain-playground'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/rye-chain-playground/package.json'), '{}')
  await ryeChain(cwd, 'init')
  await ryeChain(cwd, 'new', 'runtime', 'deep/own')
  await ryeChain(cwd, 'expect', '--write', 'deep/own')
  for (const [name, schema] of [
    ['rye-chain.yaml', 'rye-chain'],
    ['.ai/tools/deep/own.yaml', 'tool'],
    ['.ai/expect/deep/own.yaml', 'expectation'],
  ] as const) {
    const path = join(cwd, name)
    const text = readFileSync(path, 'utf8')
    const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    expect(resolve(dirname(path), named)).toBe(
      join(cwd, `node_modules/rye-chain-playground/docs/schemas/files/${schema}.json`),
    )
    expect(new Validator(fileSchemaOf(schema) as Schema, '7').validate(parse(text)).valid).toBe(true)
  }
  expect((await ryeChain(cwd, 'check')).code).toBe(0)
})
