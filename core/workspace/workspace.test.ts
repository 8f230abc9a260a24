import { expect, test } from 'vitest'
import type { FileTree } from '../input/file-tree.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { runtime, toolPath, twoRuntimes } from '../testing/two-runtimes.ts'
import { open, testSettings, type TestWorkspace } from '../testing/workspace.ts'
import { Workspace } from './workspace.ts'
import { pureHost } from '../pure-host.ts'

// R12.1: cached data is never outdated, and unchanged data is not computed again.

const ranBy = ({ analyze }: TestWorkspace, item = 'demo/t') => {
  const { chain, plan } = analyze(item)
  return [chain[1]?.path, plan && 'command' in plan ? plan.command : undefined]
}

test.for<{
  name: string
  change: (world: TestWorkspace) => void
  path: string | undefined
  command: string | undefined
}>([
  {
    name: 'a new file that shadows the runtime (R9)',
    change: ({ write }) => write('/project/.ai/tools/rt/py.yaml', runtime('node')),
    path: '/project/.ai/tools/rt/py.yaml',
    command: 'node',
  },
  {
    name: 'a new file with a preferred extension',
    change: ({ write }) =>
      write(
        '/system/.ai/tools/rt/py.py',
        '__executor_id__ = "rye/core/primitives/execute"\nCONFIG = {"command": "x"}\n',
      ),
    path: '/system/.ai/tools/rt/py.py',
    command: 'x',
  },
  {
    name: 'an edit of the same size',
    change: ({ write }) => write('/system/.ai/tools/rt/py.yaml', runtime('python2')),
    path: '/system/.ai/tools/rt/py.yaml',
    command: 'python2',
  },
  {
    name: 'a deleted file',
    change: ({ tree }) => tree.remove('/system/.ai/tools/rt/py.yaml'),
    path: undefined,
    command: undefined,
  },
  {
    name: 'a deleted folder',
    change: ({ tree }) => tree.remove('/system/.ai'),
    path: undefined,
    command: undefined,
  },
  {
    name: 'a folder in place of the file',
    change: ({ tree, write }) => {
      tree.remove('/system/.ai/tools/rt/py.yaml')
      write('/system/.ai/tools/rt/py.yaml/inner', '')
    },
    path: undefined,
    command: undefined,
  },
  {
    name: 'a file in place of the folder',
    change: ({ tree, write }) => {
      tree.remove('/system/.ai/tools/rt')
      write('/system/.ai/tools/rt', runtime('x'))
    },
    path: undefined,
    command: undefined,
  },
  {
    name: 'another executor',
    change: ({ write }) => write(toolPath, 'executor_id: rt/sh\n'),
    path: '/system/.ai/tools/rt/sh.yaml',
    command: 'sh',
  },
])('R12.1: the next answer reflects $name', ({ change, path, command }) => {
  const world = open(twoRuntimes)
  const before = ['/system/.ai/tools/rt/py.yaml', 'python3']
  expect(ranBy(world)).toEqual(before)
  change(world)
  expect(ranBy(world)).toEqual([path, command])
  for (const [name, text] of Object.entries(twoRuntimes.files)) {
    world.tree.remove('/project/.ai/tools/rt')
    world.tree.remove('/system/.ai/tools/rt/py.py')
    for (const above of ['/system/.ai/tools/rt', name])
      if (world.tree.look(above)?.kind === 'file') world.tree.remove(above)
    world.write(name, text)
  }
  expect(ranBy(world)).toEqual(before)
})

test('R12.1: the next answer uses a link with a new target, or without one', () => {
  const world = open(twoRuntimes)
  world.tree.remove('/system/.ai/tools/rt/py.yaml')
  world.write('/system/a', runtime('a'))
  world.write('/system/b', runtime('b'))
  for (const target of ['a', 'b', 'a']) {
    world.tree.link('/system/.ai/tools/rt/py.yaml', `/system/${target}`)
    expect(ranBy(world)[1]).toBe(target)
  }
  world.write('/system/a', runtime('c'))
  expect(ranBy(world)[1]).toBe('c')
  world.tree.remove('/system/a')
  expect(ranBy(world)).toEqual([undefined, undefined])
})

test('R12.1: within one epoch, files look as they did at the first read', () => {
  const { workspace: here, write } = open(twoRuntimes)
  expect(here.metadata(toolPath)?.fields.size).toBe(1)
  write(toolPath, '')
  expect(here.metadata(toolPath)?.fields.size).toBe(1)
  here.refresh()
  expect(here.metadata(toolPath)?.fields.size).toBe(0)
})

/** The same files, in a tree that cannot detect changes. */
const forgetful = (tree: MemoryTree): FileTree => ({
  read: (path) => tree.read(path),
  list: (path) => tree.list(path),
  real: (path) => tree.real(path),
  look: (path) => {
    const look = tree.look(path)
    return look && { ...look, stamp: null }
  },
})

test('R12.1: a tree without stamps is read again, and only different content counts as a change', () => {
  const { tree, write } = open(twoRuntimes)
  const here = new Workspace(testSettings, forgetful(tree), pureHost)
  const first = here.metadata(toolPath)
  const file = here.file(toolPath)
  const misses = here.figures.file.misses
  here.refresh()
  expect(here.file(toolPath)).toBe(file)
  expect(here.metadata(toolPath)).toBe(first)
  expect(here.figures.file.misses).toBeGreaterThan(misses)
  expect(here.sweep(here.epoch - 1)).toBe(false)
  write(toolPath, 'executor_id: rt/sh\n')
  here.refresh()
  expect(here.sweep(here.epoch - 1)).toBe(true)
  expect(here.metadata(toolPath)).not.toBe(first)
})

test('R12.1: a file dropped from the cache is read again on demand, and its changes are detected', () => {
  const { workspace: here, write } = open(twoRuntimes)
  const text = here.file(toolPath)?.text
  const { reads } = here.recording(() => here.metadata(toolPath))
  here.release(toolPath)
  const misses = here.figures.file.misses
  expect(here.file(toolPath)?.text).toBe(text)
  expect(here.figures.file.misses).toBe(misses + 1)
  here.release(toolPath)
  const since = here.epoch
  here.refresh()
  expect(here.unchangedSince(reads, since)).toBe(true)
  write(toolPath, 'executor_id: rt/sh\n')
  here.refresh()
  expect(here.unchangedSince(reads, since)).toBe(false)
})

test('R12.1: a file that changes during an answer counts as changed at the next check', () => {
  const { workspace: here, write } = open(twoRuntimes)
  const { reads } = here.recording(() => here.metadata(toolPath))
  here.release(toolPath)
  write(toolPath, 'executor_id: rt/sh\n')
  expect(here.file(toolPath)?.text).toContain('rt/sh')
  const since = here.epoch
  here.refresh()
  expect(here.unchangedSince(reads, since)).toBe(false)
  expect(here.metadata(toolPath)?.fields.get('executor_id')?.value).toMatchObject({ value: 'rt/sh' })
})

/** The states of a file: without read permission, too large, or readable text. */
type Readable = 'permission-denied' | 'too-large' | 'text'

/** The same files, with the tool's file in a state that a test can change. Each change makes a new file. */
function unreadable(tree: MemoryTree) {
  let now: { readonly kind: Readable } = { kind: 'text' }
  const files: FileTree = {
    ...forgetful(tree),
    look: (path) => (path === toolPath ? { kind: 'file', stamp: now } : tree.look(path)),
    read(path) {
      if (path !== toolPath || now.kind === 'text') return tree.read(path)
      return now.kind === 'too-large' ? { bytes: undefined, stamp: now } : undefined
    },
  }
  return { here: new Workspace(testSettings, files, pureHost), is: (kind: Readable) => void (now = { kind }) }
}

const toldOf = (here: Workspace): readonly unknown[] => {
  const { diagnostics = [] } = here.metadata(toolPath) ?? {}
  return diagnostics.map((one) => (one.code === 'file-unreadable' ? one.because : one.code))
}
const kinds = ['permission-denied', 'too-large', 'text'] as const
const ways = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))

test.for(ways)('R12.1: a tool that changes from %s to %s has its current findings', ([from, to]) => {
  const { here, is } = unreadable(open(twoRuntimes).tree)
  for (const kind of [from, to, from]) {
    is(kind)
    here.refresh()
    expect(toldOf(here)).toEqual(kind === 'text' ? [] : [kind])
  }
})

test.for(ways)(
  'R12.1: a tool that changes from %s to %s during an answer counts as changed unless both are equal',
  ([from, to]) => {
    const { here, is } = unreadable(open(twoRuntimes).tree)
    is(from)
    const { reads } = here.recording(() => here.metadata(toolPath))
    here.release(toolPath)
    is(to)
    here.file(toolPath)
    const since = here.epoch
    here.refresh()
    expect(here.unchangedSince(reads, since)).toBe(from === to)
    expect(toldOf(here)).toEqual(to === 'text' ? [] : [to])
  },
)

test('R12.1: listing a folder reads no files, and a change is detected at the first read', () => {
  const { workspace: here, write } = open(twoRuntimes)
  expect(here.isFile(toolPath)).toBe(true)
  expect(here.figures.file.misses).toBe(0)
  here.refresh()
  expect(here.sweep(here.epoch - 1)).toBe(false)
  write(toolPath, 'executor_id: rt/sh\n')
  here.refresh()
  expect(here.metadata(toolPath)?.fields.get('executor_id')?.value).toMatchObject({ value: 'rt/sh' })
})

test('R12.1: the figures count cache hits and completed work', () => {
  const { workspace: here, analyze, write } = open(twoRuntimes)
  const cached = (item = 'demo/t') =>
    analyze(item).trace.flatMap((event) => (event.step === 'cache' && event.cache === 'chain' ? [event] : []))
  const [first] = cached()
  expect(first).toMatchObject({ hit: false, hits: 0 })
  expect(here.figures.metadata).toMatchObject({ misses: 2 })
  expect(cached()).toMatchObject([{ hit: true, hits: 1, misses: first?.misses }])
  expect(here.figures.metadata).toMatchObject({ misses: 2 })
  write(toolPath, 'executor_id: rt/py\nversion: "1"\n')
  const [changed] = cached()
  expect(changed?.hit).toBe(false)
  expect(changed?.misses).toBeGreaterThan(first?.misses ?? 0)
  expect(here.figures.metadata).toMatchObject({ misses: 3 })
})

test('R12.1: metadata is cached by content: rewriting the same text or undoing an edit parses nothing', () => {
  const { workspace: here, write } = open(twoRuntimes)
  const before = here.metadata(toolPath)
  const text = twoRuntimes.files[toolPath]!
  for (const written of [text, 'executor_id: rt/sh\n', text]) {
    write(toolPath, written)
    here.refresh()
    here.metadata(toolPath)
  }
  expect(here.metadata(toolPath)).toBe(before)
  expect(here.figures.metadata.misses).toBe(2)
})

test('R12.1: clear empties the caches', () => {
  const { workspace: here } = open(twoRuntimes)
  const before = here.metadata(toolPath)
  here.clear()
  expect(here.figures.metadata).toEqual({ hits: 0, misses: 0 })
  expect(here.metadata(toolPath)).not.toBe(before)
  expect(here.metadata(toolPath)).toEqual(before)
})

test('with other rules, files are not read again, and the dialects share metadata that they read equally', () => {
  const files = {
    '/project/.ai/tools/same.py': '__executor_id__ = "rt/py"\n',
    // Only lillux reads CONFIG_RESOLVE and JavaScript.
    '/project/.ai/tools/other.py': 'CONFIG_RESOLVE = {"path": "a.yaml", "mode": "depe_merge"}\n',
    '/project/.ai/tools/other.js': 'export const __executor_id__ = "rt/js"\n',
  }
  const { tree, workspace: lillux } = open({ files }, { dialect: 'lillux' })
  const names = ['same.py', 'other.py', 'other.js'].map((name) => `/project/.ai/tools/${name}`)
  const read = (workspace: Workspace) => names.map((path) => workspace.metadata(path))
  const codes = (workspace: Workspace) => read(workspace).map((found) => found?.diagnostics.map(({ code }) => code))
  expect(codes(lillux)).toEqual([[], ['metadata-value-unknown'], []])
  const lilux = lillux.withRules({ dialect: 'lilux' })
  expect(codes(lilux)).toEqual([[], [], ['metadata-not-read']])
  expect(codes(lillux)).toEqual([[], ['metadata-value-unknown'], []])
  expect(lillux.figures.file.misses).toBe(3)
  expect(lilux.metadata(names[0]!)).toBe(lillux.metadata(names[0]!))

  tree.write(names[0]!, new TextEncoder().encode('EXECUTOR = 1\n'))
  lilux.refresh()
  expect(lilux.metadata(names[0]!)?.fields.size).toBe(0)
  expect(lillux.metadata(names[0]!)?.fields.size).toBe(0)
})
