import fc from 'fast-check'
import { dialects } from '../rules/dialect.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** A small valid draft to modify. */
export const smallSnapshot: Snapshot = {
  format: 1,
  name: 'A draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'demo/tool',
  parameters: '{"a": 1}',
  files: { '/project/.ai/tools/demo/tool.py': '__version__ = "1.0.0"\n' },
}

const segment = fc
  .oneof(
    fc.stringMatching(/^[a-z_.]{1,8}[a-z]$/),
    fc.constantFrom('__proto__', 'constructor', '.ai', 'naïve', '文件', '😀', 'a b'),
  )
  .filter((name) => name !== '.' && name !== '..')
const bundles = ['acme', 'a.b_c-1', '__proto__'] as const
const path = fc
  .tuple(
    fc.constantFrom('/project', '/user', ...bundles.map((id) => `/system/${id}`)),
    fc.array(segment, { minLength: 1, maxLength: 5 }),
  )
  .map(([root, segments]) => [root, ...segments].join('/'))
const text = fc.string({ unit: 'binary', maxLength: 200 })
const content = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 50 }).map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') })),
)

/** The entries, except those whose path would be both a file and a folder. */
function withoutConflicts<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  const paths = entries.map(([name]) => name)
  return entries.filter(([name]) => !paths.some((other) => other.startsWith(`${name}/`)))
}

function isKnown(name: string, systems: readonly string[]): boolean {
  return !name.startsWith('/system/') || systems.includes(name.split('/')[2] ?? '')
}

const world = fc.record(
  {
    environ: fc
      .array(fc.tuple(fc.stringMatching(/^[A-Z_a-z][A-Z_a-z0-9]{0,8}$/), text), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries.filter(([name]) => name !== '__proto__'))),
    files: fc.array(text, { maxLength: 3 }),
    programs: fc.array(fc.record({ argv: fc.array(text, { maxLength: 3 }), return_code: fc.integer(), stdout: text }), {
      maxLength: 3,
    }),
    path_separator: fc.constantFrom(':' as const, ';' as const),
  },
  { requiredKeys: [] },
)

/** Random valid drafts: unusual names, arbitrary strings, bytes, a world. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc
  .record({
    name: text,
    dialect: fc.constantFrom(...Object.values(dialects).map((dialect) => dialect.name)),
    search: fc.constantFrom('scoped' as const, 'global' as const),
    dev_mode: fc.boolean(),
    bundle: fc.record({ id: text, version: text }),
    systems: fc.option(fc.tuple(fc.shuffledSubarray([...bundles, 'builtin' as const]), text), { nil: undefined }),
    item_id: text,
    parameters: text,
    files: fc
      .array(fc.tuple(path, content), { maxLength: 8 })
      .map((entries) => Object.fromEntries(withoutConflicts(entries))),
    world: fc.option(world, { nil: undefined }),
    lesson: fc.option(text, { nil: undefined }),
    expected: fc.option(
      fc.record(
        {
          plan_digest: fc.option(fc.stringMatching(/^[0-9a-f]{64}$/), { nil: null }),
          chain: fc.array(text, { maxLength: 4 }),
          values: fc.dictionary(fc.string(), text, { maxKeys: 4 }),
        },
        { requiredKeys: ['plan_digest', 'chain'] },
      ),
      { nil: undefined },
    ),
  })
  .map(({ world: facts, lesson, expected, systems: drawn, files, ...rest }) => {
    // A draft bundle cannot have the ID of the product's bundle.
    const systems = drawn && ([drawn[0].filter((id) => id !== rest.bundle.id), drawn[1]] as const)
    return { facts, lesson, expected, systems, files, ...rest }
  })
  .map(({ facts, lesson, expected, systems, files, ...rest }) => ({
    format: 1,
    ...rest,
    ...(systems && {
      systems: systems[0].map((id) => (id === 'builtin' ? id : { id, version: systems[1] })),
    }),
    files: Object.fromEntries(Object.entries(files).filter(([name]) => isKnown(name, systems?.[0] ?? []))),
    ...(facts && { world: facts }),
    ...(lesson !== undefined && { lesson }),
    ...(expected && { expected }),
  }))
