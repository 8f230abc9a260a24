import fc from 'fast-check'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, expect, test, vi } from 'vitest'
import type { Analysis } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { pureHost } from '../pure-host.ts'
import { itemKind } from '../read/metadata/metadata.ts'
import { listItems } from '../resolve/items.ts'
import { anyProjectChange, type ProjectChange } from '../testing/projects.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { KnownPaths } from '../workspace/known-paths.ts'
import { Workspace } from '../workspace/workspace.ts'
import { planChange } from './changes.ts'
import { aspects } from './compare.ts'
import { OverlayTree } from './overlay-tree.ts'
import { WhatIf, type Impact } from './what-if.ts'

// The effects of a change equal the difference between two full checks: analyses of every item before and after the
// change, each in a new workspace without caches.

const numRuns = propertyRuns(300)
const timeout = propertyTimeout(10_000)

afterEach(() => void vi.restoreAllMocks())

function treeOf(files: ProjectChange['files']): MemoryTree {
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(files)) tree.write(path, utf8ToBytes(text))
  return tree
}

/** The parts of an analysis, each as one string, to compare two states. */
function summary({ status, chain, validation, lockfile, diagnostics, env, plan, ...rest }: Analysis): string {
  const { env: planEnv, digest: _digest, ...command } = { env: undefined, digest: undefined, ...plan }
  return JSON.stringify({
    chain: chain.map(({ item_id, space, path }) => [item_id, space, path]),
    verdict: [
      status,
      validation?.pairs ?? [],
      lockfile.state,
      diagnostics
        .flatMap(({ severity, code, message }) => (severity === 'hint' ? [] : [`${severity} ${code} ${message}`]))
        .sort(),
    ],
    environment: sorted(planEnv ?? env),
    values: [rest.resolved_config, rest.anchor && [rest.anchor.active, sorted(rest.anchor.context), rest.anchor.cwd]],
    command,
  })
}

function sorted(entries: Readonly<Record<string, string>> | null): readonly unknown[] | null {
  return entries && Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))
}

function fullCheck(workspace: Workspace): ReadonlyMap<string, string> {
  return new Map(
    listItems(workspace).flatMap(({ item_id, path }): readonly (readonly [string, string])[] => {
      const metadata = workspace.metadata(path)
      if (metadata && itemKind(metadata) !== 'tool') return []
      return [[item_id, summary(analyze(workspace, { item_id, parameters: '{}' }, { skip_schema: true }))]]
    }),
  )
}

/** The affected items by brute force, each with its affected aspects; undefined for an impossible change. */
function byBruteForce({ files, settings, hypothesis }: ProjectChange): readonly string[] | undefined {
  const open = (changes: Partial<typeof settings> = {}): { tree: MemoryTree; workspace: Workspace } => {
    const tree = treeOf(files)
    return { tree, workspace: new Workspace({ ...settings, ...changes }, tree, pureHost) }
  }
  const old = open().workspace
  const planned = planChange(open().workspace, hypothesis)
  if (planned.kind === 'impossible') return undefined
  const { tree, workspace } = open(planned.kind === 'settings' ? planned.settings : {})
  if (planned.kind === 'overlay') {
    for (const [path, bytes] of planned.overlay.files)
      if (bytes) tree.write(path, bytes)
      else tree.remove(path)
    for (const folder of planned.overlay.hidden) tree.remove(folder)
  }
  return differences(old, workspace)
}

/** The items whose full checks differ in two states of a project. */
function differences(old: Workspace, now: Workspace): readonly string[] {
  const [before, after] = [fullCheck(old), fullCheck(now)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((item_id) => {
    const [a, b] = [before.get(item_id), after.get(item_id)]
    if (a === undefined || b === undefined) return [`${item_id} ${a === undefined ? 'added' : 'removed'}`]
    const [one, other] = [JSON.parse(a), JSON.parse(b)] as [Record<string, unknown>, Record<string, unknown>]
    const aspects = Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    return aspects.length === 0 ? [] : [`${item_id} changed ${aspects.join(' ')}`]
  })
}

function byImpact({ files, settings, hypothesis }: ProjectChange): readonly string[] | undefined {
  const whatIf = new WhatIf(settings, treeOf(files), pureHost)
  const first = answerOf(whatIf, hypothesis)
  // A question changes nothing, so the second answer is the same.
  expect(answerOf(whatIf, hypothesis)).toEqual(first)
  return first
}

function answerOf(whatIf: WhatIf, hypothesis: ProjectChange['hypothesis']): readonly string[] | undefined {
  return listed(whatIf.impact(hypothesis))
}

function listed(impact: Impact): readonly string[] | undefined {
  if (impact.kind === 'impossible') return undefined
  for (const { cause, change } of impact.affected) expect(cause === null).toBe(change !== 'changed')
  return impact.affected.map(({ item_id, change, aspects }) => [item_id, change, ...aspects].join(' '))
}

const inOrder = (items: readonly string[] | undefined): readonly string[] | undefined => items && [...items].sort()

test('the affected items and aspects equal the difference of two full checks', { timeout }, () => {
  fc.assert(
    fc.property(anyProjectChange, (change) => {
      expect(inOrder(byImpact(change))).toEqual(inOrder(byBruteForce(change)))
    }),
    { numRuns },
  )
})

/** The same project with another user space and other settings. */
const anyTwoWorlds = fc.tuple(anyProjectChange, anyProjectChange).map(([{ files, settings }, other]) => {
  const isOfUser = ([path]: readonly [string, string]): boolean => path.startsWith('/user/')
  const entries = Object.entries(files).filter((entry) => !isOfUser(entry))
  const otherFiles = Object.fromEntries([...entries, ...Object.entries(other.files).filter(isOfUser)])
  return { files, settings, other: { files: otherFiles, settings: other.settings } }
})

test('the items that differ in another world equal the difference of two full checks', { timeout }, () => {
  fc.assert(
    fc.property(anyTwoWorlds, ({ files, settings, other }) => {
      const now = new Workspace(other.settings, treeOf(other.files), pureHost)
      const found = listed(new WhatIf(settings, treeOf(files), pureHost).against(now))
      expect(inOrder(found)).toEqual(inOrder(differences(new Workspace(settings, treeOf(files), pureHost), now)))
    }),
    { numRuns },
  )
})

test('the generated pairs of worlds contain additions, removals and changes of every aspect', () => {
  const found = fc.sample(anyTwoWorlds, { numRuns: 100, seed: 42 }).flatMap(({ files, settings, other }) => {
    const now = new Workspace(other.settings, treeOf(other.files), pureHost)
    return listed(new WhatIf(settings, treeOf(files), pureHost).against(now)) ?? []
  })
  for (const word of ['added', 'removed', ...aspects]) expect(found.join('\n')).toContain(` ${word}`)
})

/** Deliberate faults in the pass that decides which items depend on a change. */
const mutants: Readonly<Record<string, () => void>> = {
  'no item depends on anything': () => vi.spyOn(Workspace.prototype, 'unchangedSince').mockReturnValue(true),
  'the whole list counts as unchanged': () => vi.spyOn(Workspace.prototype, 'sweep').mockReturnValue(false),
  'dependencies of cached answers are lost': () =>
    vi.spyOn(KnownPaths.prototype, 'record').mockImplementation(() => {}),
  'a changed folder keeps its names': () => {
    const { list } = OverlayTree.prototype
    const first = new WeakMap<OverlayTree, Map<string, ReturnType<OverlayTree['list']>>>()
    vi.spyOn(OverlayTree.prototype, 'list').mockImplementation(function (this: OverlayTree, path) {
      const known = first.get(this) ?? new Map<string, ReturnType<OverlayTree['list']>>()
      first.set(this, known)
      if (!known.has(path)) known.set(path, list.call(this, path))
      return known.get(path)
    })
  },
  'a changed file keeps its stamp': () => {
    const { look } = OverlayTree.prototype
    vi.spyOn(OverlayTree.prototype, 'look').mockImplementation(function (this: OverlayTree, path) {
      const found = look.call(this, path)
      return found && { ...found, stamp: `${found.kind} ${path}` }
    })
  },
  'a new file does not change its folder': () => {
    const { look } = OverlayTree.prototype
    vi.spyOn(OverlayTree.prototype, 'look').mockImplementation(function (this: OverlayTree, path) {
      const found = look.call(this, path)
      return found?.kind === 'directory' ? { ...found, stamp: `directory ${path}` } : found
    })
  },
}

const sample = fc.sample(anyProjectChange, { numRuns: 200, seed: 42 })
const expected = sample.map((change) => inOrder(byBruteForce(change)))

test('the sample contains every kind of change, and effects on every aspect', () => {
  const kinds = new Set(sample.map(({ hypothesis }) => hypothesis.kind))
  expect([...kinds].sort()).toEqual(['bump', 'delete', 'drop', 'files', 'rename', 'settings'])
  const found = expected.flatMap((items) => items ?? []).join('\n')
  for (const word of ['added', 'removed', ...aspects]) expect(found).toContain(` ${word}`)
  expect(expected.filter((items) => items?.length === 0).length).toBeGreaterThan(10)
})

test.for(Object.entries(mutants))('a fault of the dependency pass is found: %s', ([, plant]) => {
  plant()
  const isWrong = sample.some((change, index) => {
    const whatIf = new WhatIf(change.settings, treeOf(change.files), pureHost)
    return JSON.stringify(inOrder(answerOf(whatIf, change.hypothesis))) !== JSON.stringify(expected[index])
  })
  expect(isWrong).toBe(true)
})
