import { expect, test } from 'vitest'
import { parseSnapshot, type Snapshot } from '#core/workspace'
import { Engine } from '../analysis/engine.ts'
import { unzip, zipDraft } from './archive.ts'
import { commandFor, importFiles, importRoot } from './exchange.ts'
import { LongWork } from './long-work.ts'
import { readBundle, withBundle, withoutBundle, type ReadBundle } from './own-bundles.ts'

const work = new LongWork(() => undefined)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const runtime = `version: "1.0.0"
tool_type: runtime
executor_id: rye/core/primitives/execute
config: {command: echo, args: [hello]}
`
const draft: Snapshot = {
  format: 1,
  name: 'Ours',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.3.0' },
  item_id: 'my/tool',
  parameters: '{}',
  files: { '/project/.ai/tools/my/tool.yaml': 'version: "1.0.0"\ntool_type: tool\nexecutor_id: team/runtime\n' },
}
const foreign = [
  { name: 'team/bundle.json', bytes: bytes('{"bundle_id": "team", "version": "2.0.0"}') },
  { name: 'team/.ai/tools/team/runtime.yaml', bytes: bytes(runtime) },
  { name: 'team/README.md', bytes: bytes('outside of .ai') },
]
const unnamed = { id: '', version: '' }

async function read(files = foreign, given = unnamed, root = 'team/'): Promise<ReadBundle> {
  const bundle = await readBundle({ files, root }, given, work)
  if ('problem' in bundle) throw new Error(bundle.problem)
  return bundle
}

/** A draft after a change, as in the page. */
function changed(snapshot: Snapshot, { changes, head }: ReturnType<typeof withBundle>): Snapshot {
  const files = new Map(Object.entries(snapshot.files))
  for (const [path, content] of changes) if (content === null) files.delete(path)
  for (const [path, content] of changes) if (content !== null) files.set(path, content)
  const parsed = parseSnapshot({ ...snapshot, ...head, files: Object.fromEntries(files) })
  if (parsed.kind === 'rejected') throw new Error(parsed.problem.code)
  return parsed.snapshot
}

async function chainOf(engine: Engine, snapshot: Snapshot): Promise<readonly (string | null)[]> {
  await engine.open(snapshot)
  const { chain } = engine.analyze([]).analysis
  return chain.map(({ space, item_id, provider_version }) => `${space} ${provider_version ?? '-'} ${item_id}`)
}

test("a bundle has its manifest's name or the entered one, and the files in its .ai", async () => {
  const { name, files } = await read()
  expect(name).toEqual({ id: 'team', version: '2.0.0' })
  expect(Object.keys(files)).toEqual(['/system/team/.ai/tools/team/runtime.yaml'])
  expect((await read(foreign, { id: 'other', version: '' })).name).toEqual({ id: 'other', version: '2.0.0' })
})

test.for([
  { what: 'no manifest and no name', files: foreign.slice(1), given: unnamed, says: 'bundle.json' },
  { what: 'an invalid ID', files: foreign, given: { id: '../x', version: '1' }, says: 'letters, digits' },
  { what: 'no .ai', files: foreign.slice(0, 1), given: unnamed, says: 'no .ai' },
])('a bundle that cannot be read is reported: $what', async ({ files, given, says }) => {
  expect(await readBundle({ files, root: 'team/' }, given, work)).toEqual({
    problem: expect.stringContaining(says) as string,
  })
})

test('a bundle is added before all others, replaces one with its ID, and is removed with its files', async () => {
  const ours = changed(draft, withBundle(draft, await read()))
  expect(ours.systems).toEqual([{ id: 'team', version: '2.0.0' }, 'builtin'])
  const later = foreign.with(1, { name: 'team/.ai/tools/team/other.yaml', bytes: bytes(runtime) })
  const replaced = changed(ours, withBundle(ours, await read(later, { id: '', version: '3' })))
  expect(replaced.systems).toEqual([{ id: 'team', version: '3' }, 'builtin'])
  expect(Object.keys(replaced.files).filter((path) => path.startsWith('/system/'))).toEqual([
    '/system/team/.ai/tools/team/other.yaml',
  ])
  expect(changed(replaced, withoutBundle(replaced, 'team'))).toEqual({ ...draft, systems: ['builtin'] })
  expect(changed(ours, withoutBundle(ours, 'builtin')).systems).toEqual([{ id: 'team', version: '2.0.0' }])
})

test("the engine finds the tools of an imported bundle, with or without the product's bundle", async () => {
  const engine = new Engine()
  expect((await chainOf(engine, draft)).slice(1)).toEqual([])
  const ours = changed(draft, withBundle(draft, await read()))
  const found = [
    'project - my/tool',
    'system:team 2.0.0 team/runtime',
    'system:ryeos-core 1.3.0 rye/core/primitives/execute',
  ]
  expect(await chainOf(engine, ours)).toEqual(found)
  await engine.mountAll()
  const fork = await read(foreign, { id: 'ryeos-core', version: '1.3.0' })
  const alone = changed({ ...draft, systems: [fork.name] }, withBundle({ ...draft, systems: [fork.name] }, fork))
  expect((await chainOf(engine, alone)).slice(0, 2)).toEqual([
    'project - my/tool',
    'system:ryeos-core 1.3.0 team/runtime',
  ])
  expect(await chainOf(engine, alone)).not.toContain(found[2])
  expect(await chainOf(engine, ours)).toEqual(found)
})

test('an export contains an imported bundle and restores the same files', async () => {
  const ours = changed(draft, withBundle(draft, await read()))
  expect(commandFor(ours)).toContain(' --system team@2.0.0=ours/system/team --system builtin ')
  const { files } = await unzip(zipDraft(ours), work)
  expect(importRoot(files)).toEqual({ kind: 'one', root: '' })
  const back = await importFiles(files, '', work, ['team'])
  expect(back.files).toMatchObject(ours.files)
  // A folder that draft.json does not list is not a bundle.
  const bare = await importFiles(files, '', work)
  expect(Object.keys(bare.files)).toContain('/project/system/team/.ai/tools/team/runtime.yaml')
})
