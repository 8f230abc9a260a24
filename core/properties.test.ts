import fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Volume } from 'memfs'
import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { analyze } from './answer/analyze.ts'
import { WorkBudget } from './work-budget.ts'
import { placeAnchor } from './plan/anchor/anchor.ts'
import { buildChain } from './resolve/chain.ts'
import { listItems } from './resolve/items.ts'
import { findItem } from './resolve/resolve.ts'
import { dialectNames, type DialectName } from './rules/dialect.ts'
import type { FileTree } from './input/file-tree.ts'
import { MemoryTree } from './input/memory-tree.ts'
import { fsTree, type NodeFs } from './input/node-tree.ts'
import { anyQuestion, type Question } from './testing/arbitrary.ts'
import { testSettings } from './testing/workspace.ts'
import { extensionOf } from './text/path.ts'
import { withEffort } from './testing/effort.ts'
import { propertyRuns, propertyTimeout } from './testing/property.ts'
import { untraced, type TraceEvent } from './trace.ts'
import { validateClaims } from './resolve/validate/chain.ts'
import { Workspace } from './workspace/workspace.ts'
import { pureHost } from './pure-host.ts'

// The engine answers any input in bounded time, with the same answer every time and for every kind of file tree.

const timeout = propertyTimeout(2_000)
/** The time limit in milliseconds: far more than these small cases need, far less than a user would wait. */
const longest = 3_000

function memoryTree({ files }: Question): FileTree {
  const tree = new MemoryTree()
  for (const [path, bytes] of Object.entries(files)) tree.write(path, bytes)
  return tree
}

function answer(question: Question, tree: FileTree): Analysis {
  return analyze(new Workspace(question.settings, tree, pureHost), question)
}

/** An answer as text without cache statistics, which alone can differ between a first and a second answer. */
function withoutFigures({ trace, ...rest }: Analysis): string {
  return JSON.stringify({ ...rest, trace: trace.filter(({ step }) => step !== 'cache') })
}

function holds(property: (question: Question) => void, runs: number): void {
  fc.assert(fc.property(anyQuestion, property), { numRuns: propertyRuns(runs) })
}

test('analyze always returns in time, without an engine fault, and repeats its answer', { timeout }, () => {
  holds((question) => {
    const workspace = new Workspace(question.settings, memoryTree(question), pureHost)
    const { value: first, effort } = withEffort(() => analyze(workspace, question))
    expect(effort).toBeLessThan(longest)
    expect(first.diagnostics.filter(({ code }) => code === 'engine-fault')).toEqual([])
    expect(withoutFigures(analyze(workspace, question))).toBe(withoutFigures(first))
    expect(withoutFigures(answer(question, memoryTree(question)))).toBe(withoutFigures(first))
    expect(first.status === 'ready' ? first.plan : null).toEqual(first.status === 'ready' ? expect.anything() : null)
  }, 1_000)
})

test('a document is plain JSON that reads back unchanged', { timeout }, () => {
  holds((question) => {
    const document = answer(question, memoryTree(question))
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  }, 500)
})

test('R1.1, R1.4: every listed ID finds the listed file, whose name has the ID, in every dialect', { timeout }, () => {
  const names = ['a.py', 'a.yaml', 'a.sh', 'a.ts', 'A.py', 'a.b.py', '.py', '..py', 'a\\b.py', 'a', 'b.mjs', 'b.json']
  const anyPath = fc
    .tuple(
      fc.constantFrom('/project', '/user', '/system/more'),
      fc.array(fc.constantFrom('a', 'b', 'sub', 'sub.py'), { maxLength: 3 }),
      fc.constantFrom(...names),
    )
    .map(([root, folders, name]) => [`${root}/.ai/tools`, ...folders, name].join('/'))
  const anyTree = fc.uniqueArray(anyPath, { maxLength: 12 })
  const lists = (dialect: DialectName) => (paths: readonly string[]) => {
    const tree = new MemoryTree()
    for (const path of paths) if (!tree.look(path)) tree.write(path, new Uint8Array())
    const workspace = new Workspace({ ...testSettings, dialect }, tree, pureHost)
    for (const { item_id, path, space } of listItems(workspace)) {
      expect(findItem(workspace, item_id, workspace.places)).toMatchObject({ path, place: { space } })
      expect(path.slice(0, path.length - extensionOf(path).length)).toMatch(new RegExp(`/${item_id}$`))
    }
  }
  for (const dialect of dialectNames) fc.assert(fc.property(anyTree, lists(dialect)), { numRuns: propertyRuns(500) })
})

test('steps have the same result with and without a trace listener', { timeout }, () => {
  holds((question) => {
    const { item_id, settings } = question
    const outcomes = [untraced, (event: TraceEvent) => void Object.freeze(event)].map((trace) => {
      const workspace = new Workspace(settings, memoryTree(question), pureHost)
      const chain = buildChain(workspace, item_id, trace)
      const { valid, findings } = validateClaims(
        chain.elements.map((element) => element.claim),
        trace,
      )
      const anchor = placeAnchor(workspace, chain.elements, true, trace, new WorkBudget())
      return { ids: chain.elements.map((element) => element.item_id), problem: chain.problem, valid, findings, anchor }
    })
    expect(outcomes[0]).toEqual(outcomes[1])
  }, 500)
})

test('memfs gives the same answer as plain memory', { timeout }, () => {
  holds((question) => {
    const volume = new Volume()
    for (const [path, bytes] of Object.entries(question.files)) {
      volume.mkdirSync(dirname(path), { recursive: true })
      volume.writeFileSync(path, Buffer.from(bytes))
    }
    const tree = fsTree(volume as unknown as NodeFs)
    expect(withoutFigures(answer(question, tree))).toBe(withoutFigures(answer(question, memoryTree(question))))
  }, 500)
})

test('a disk gives the same answer as plain memory', { timeout }, () => {
  const root = mkdtempSync(join(tmpdir(), 'rye-properties-'))
  try {
    let count = 0
    holds((question) => {
      const folder = join(root, String(count++))
      const mounts = ['/project', '/user', '/system', '/more'].map((at) => ({ at, from: folder + at }))
      for (const { from } of mounts) mkdirSync(from, { recursive: true })
      for (const [path, bytes] of Object.entries(question.files)) {
        mkdirSync(dirname(folder + path), { recursive: true })
        writeFileSync(folder + path, bytes)
      }
      const tree = fsTree(fs, { mounts })
      const same = withoutFigures(answer(question, tree)) === withoutFigures(answer(question, memoryTree(question)))
      rmSync(folder, { recursive: true })
      expect(same).toBe(true)
    }, 100)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
