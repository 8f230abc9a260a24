import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostOf } from '../diagnostics/most-of.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { limits } from '../limits.ts'
import { planDigest } from '../plan/plan.ts'
import { pureHost } from '../pure-host.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import type { GrowingTree } from '../testing/worst/tree-parts.ts'
import { growingTrees } from '../testing/worst/trees.ts'
import { testSettings } from '../testing/workspace.ts'
import { Workspace } from '../workspace/workspace.ts'
import { resolveRun } from './analyze.ts'
import { WorkspaceChecker, type ItemCheck } from './check.ts'

// R12.1: parts that many items share are checked once, so the work of a check grows linearly with the tree.

/** A tree that counts its calls. */
class CountingTree extends MemoryTree {
  asked = 0
  override read(path: string): ReturnType<MemoryTree['read']> {
    this.asked++
    return super.read(path)
  }
  override look(path: string): ReturnType<MemoryTree['look']> {
    this.asked++
    return super.look(path)
  }
}

function opened({ files, environ, bundles }: GrowingTree, tools: number) {
  const tree = new CountingTree()
  for (const [path, text] of Object.entries(files(tools))) tree.write(path, utf8ToBytes(text))
  let hashed = 0
  const sha256 = (data: string | Uint8Array): string => {
    hashed++
    return pureHost.sha256(data)
  }
  const { world } = testSettings
  const more = bundles?.(tools) ?? []
  const settings = {
    ...testSettings,
    systems: [...testSettings.systems, ...more.map((id) => ({ bundle_id: id, version: '1.0.0', root: `/${id}` }))],
    world: { ...world, environ: environ?.(tools) ?? world.environ },
  }
  const open = (): Workspace => new Workspace(settings, tree, { ...pureHost, sha256 })
  return { open, tree, hashed: () => hashed }
}

/** The counted costs of a check, independent of its speed. */
function costs(growing: GrowingTree, tools: number) {
  const { open, tree, hashed } = opened(growing, tools)
  const checker = new WorkspaceChecker(open(), {}, { digests: false })
  const checks = checker.checkAll()
  const listed = checks.reduce((sum, { findings }) => sum + findings.length, 0)
  return { work: checker.work, files: tree.asked, hashes: hashed(), findings: listed, items: checks.length }
}

test.for(growingTrees.filter((tree) => !tree.isQuadratic))(
  'the work of a check grows about as fast as the number of tools: $name',
  (growing) => {
    const [few, many] = [costs(growing, 50), costs(growing, 200)]
    expect(many.items).toBeGreaterThan(few.items)
    for (const figure of ['work', 'files', 'hashes'] as const)
      expect(many[figure], figure).toBeLessThanOrEqual(few[figure] * (growing.mostGrowth ?? 6))
    expect(many.findings).toBeLessThanOrEqual(many.items * (limits.itemFindings + 1))
  },
)

test.for(growingTrees.filter((tree) => tree.isQuadratic))(
  'work that grows faster than the number of tools is counted: $name',
  (growing) => {
    const [few, many] = [costs(growing, 50), costs(growing, 200)]
    expect(many.work).toBeGreaterThan(few.work * 6)
  },
)

/** The check of one item in a new workspace. */
function alone(workspace: Workspace, { item_id, path }: ItemCheck) {
  const run = resolveRun(workspace, { item_id, parameters: new Map() }, { brief: true, skip_schema: true })
  const at = { path, start: 0, end: 0 }
  return {
    findings: mostOf(run.findings, 'itemFindings', workspace.settings.dev_mode, at),
    plan_digest: run.plan && planDigest(workspace.host, run.plan),
    ready: run.ready,
  }
}

test.for(growingTrees)('each item has the findings and plan of its separate analysis: $name', (growing) => {
  const { open } = opened(growing, 20)
  for (const check of new WorkspaceChecker(open()).checkAll()) {
    if (check.kind !== 'tool') continue
    const { findings, plan_digest, ready } = check
    expect({ findings, plan_digest, ready }, check.item_id).toEqual(alone(open(), check))
  }
})

const names = fc.constantFrom('tool_path', 'tool_dir', 'project_path', 'none', 'A', 'params_json', 'k')
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('x', ' ', '${A}', '${HOME}', '${NONE:-d}', '/'),
      names.map((name) => `{${name}}`),
    ),
    {
      maxLength: 3,
    },
  )
  .map((parts) => JSON.stringify(parts.join('')))
const runtimeText = fc
  .record({
    arguments: fc.array(text, { maxLength: 3 }),
    setting: text,
    env: fc.option(fc.array(text, { maxLength: 3 })),
    anchor: fc.option(
      fc.record({ cwd: text, root: fc.constantFrom('tool_dir', 'tool_parent', 'project_path'), path: text }),
    ),
    verifies: fc.boolean(),
    configs: fc.constantFrom(
      '',
      'config_resolve: {path: c.yaml}\nexecution_params: [k, timeout]\n',
      'config_resolve: [{path: c.yaml}, {path: none.yaml}]\n',
    ),
    inputs: fc.constantFrom('', 'inputs: [a]\n', 'inputs: [a, b]\n'),
    executor: fc.constantFrom('rye/core/primitives/execute', 'r0', 'r1', 'r2', 'missing'),
  })
  .map(({ arguments: args, setting, env, anchor, verifies, configs, inputs, executor }) =>
    [
      `version: 1.0.0\ntool_type: runtime\nexecutor_id: ${executor}\n${configs}${inputs}`,
      `config: {command: /bin/sh, args: [${args.join(', ')}], k: ${setting}, input_data: "{params_json}"}\n`,
      env ? `env_config: {env: {${env.map((value, index) => `${'ABC'[index]}: ${value}`).join(', ')}}}\n` : '',
      anchor
        ? `anchor: {enabled: true, mode: always, root: ${anchor.root}, cwd: ${anchor.cwd}, env_paths: {P: {prepend: [${anchor.path}]}}}\n`
        : '',
      verifies ? 'verify_deps: {enabled: true, scope: anchor, extensions: [.yaml]}\n' : '',
    ].join(''),
  )
const toolText = fc
  .record({
    executor: fc.constantFrom('r0', 'r1', 'r2', 'missing'),
    more: fc.constantFrom(
      '',
      'version: 1\n',
      'outputs: [a]\n',
      'anchor: {enabled: true, mode: always}\n',
      'env_config: {env: {A: "t"}}\n',
      'config: {k: t}\n',
      'config_resolve: {path: c.yaml}\n',
    ),
  })
  .map(({ executor, more }) => `tool_type: script\nexecutor_id: ${executor}\n${more}`)

test('shared work does not change the result of any item, for any runtimes', { timeout: propertyTimeout(150) }, () => {
  const runtimes = fc.array(runtimeText, { minLength: 3, maxLength: 3 })
  const tools = fc.array(fc.tuple(fc.constantFrom('', 'a/', 'a/b/'), toolText), { minLength: 2, maxLength: 6 })
  const property = fc.property(runtimes, tools, (some, many) => {
    const files = Object.fromEntries([
      ...some.map((written, index) => [`/project/.ai/tools/r${index}.yaml`, written]),
      ...many.map(([folder, written], index) => [`/project/.ai/tools/${folder}t${index}.yaml`, written]),
      ['/project/.ai/config/c.yaml', 'defaults: {k: c, timeout: 5}\ntools: {t0: {k: own}}\n'],
      ['/project/.env', 'A=dotenv\n'],
    ])
    const { open } = opened({ name: '', files: () => files }, 0)
    for (const check of new WorkspaceChecker(open()).checkAll()) {
      if (check.kind !== 'tool') continue
      const { findings, plan_digest, ready } = check
      expect({ findings, plan_digest, ready }, check.item_id).toEqual(alone(open(), check))
    }
  })
  fc.assert(property, { numRuns: propertyRuns(150) })
})

test.for([
  { limit: 'checkWork', most: { checkWork: 3_000, checkItemWork: 0 } },
  { limit: 'checkFindings', most: { checkFindings: 10, checkItemFindings: 0 } },
] as const)('items beyond $limit are reported, not omitted, and the others are unchanged', ({ limit, most }) => {
  const { open } = opened(growingTrees[0]!, 20)
  const [checker, full] = [new WorkspaceChecker(open(), {}, { most }), new WorkspaceChecker(open())]
  const all = full.checkAll()
  const checks = checker.checkAll()
  expect(checks.map(({ item_id }) => item_id)).toEqual(all.map(({ item_id }) => item_id))
  const first = checks.findIndex(({ findings }) => findings[0]?.code === 'check-limit')
  expect(first).toBeGreaterThan(0)
  expect(checks.slice(0, first)).toEqual(all.slice(0, first))
  for (const { findings, ready, errors } of checks.slice(first)) {
    expect({ findings, ready, errors }).toMatchObject({
      findings: [{ code: 'check-limit', limit }],
      ready: false,
      errors: 1,
    })
  }
  // The finding has no place, so its entry is identical for all items.
  expect(new Set(checks.slice(first).map((check) => JSON.stringify(checker.ownEntries(check)))).size).toBe(1)
})
