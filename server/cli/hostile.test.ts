import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

// Hostile input for the command line: names, files and folders.

const tool = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'
const project = ['--dir', 'project'] as const

/** An example with a file whose name is not UTF-8. */
function withBadName(): string {
  const cwd = exampleFolder('hello-chain')
  writeFileSync(
    Buffer.concat([Buffer.from(join(cwd, 'project/.ai/tools/bad')), Buffer.from([0xff]), Buffer.from('.yaml')]),
    tool,
  )
  return cwd
}

test('check, share and run report a file whose name is not UTF-8, with a workaround', async () => {
  const cwd = withBadName()
  const check = await ryeChain(cwd, 'check', ...project)
  expect([check.code, check.out]).toEqual([
    1,
    expect.stringContaining('its name is not valid UTF-8.\n    Rename the file.'),
  ])
  for (const words of [
    ['run', 'demo/greet', '--yes'],
    ['share', '--item', 'demo/greet'],
  ] as const) {
    const { code, out, err } = await ryeChain(cwd, ...words, ...project)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('Exclude it with --leave-out PATH')])
  }
  const shared = await ryeChain(
    cwd,
    'share',
    '--item',
    'demo/greet',
    ...project,
    '--leave-out',
    '.ai/tools/bad\ufffd.yaml',
  )
  expect(shared.code).toBe(0)
})

test('item names with control characters, line breaks or a leading hyphen are supported', async () => {
  const names = ['with space', 'new\nline', '-dash', 'esc\u001b[31m', 'turned\u202e', 'percent%41', 'hash#?', 'quo"te']
  const files = Object.fromEntries(names.map((name) => [`project/.ai/tools/${name}.yaml`, tool]))
  const cwd = exampleFolder('hello-chain', files)
  const list = await ryeChain(cwd, 'list', ...project)
  expect(list.out).toContain('new\\nline  project  project/.ai/tools/new\\nline.yaml\n')
  expect(list.out).not.toMatch(/[\u001b\u202e]/)
  for (const name of names) {
    const { code, json } = await ryeChain(cwd, 'analyze', ...project, `--item=${name}`, '--json')
    expect([code, json<{ item_id: string }>().item_id]).toEqual([0, name])
  }
  expect((await ryeChain(cwd, 'check', ...project, '--', 'project/.ai/tools/-dash.yaml')).out).toMatch(/^1 item, /)
  const pinned = await ryeChain(cwd, 'lock', 'create', ...project, '--item=gone\u001b[31m')
  expect([pinned.code, pinned.err]).toEqual([1, expect.stringMatching(/^gone\\u001b\[31m cannot be pinned/)])
})

test(
  'sign --all signs all files it can, reports the others, and does not wait for pipes',
  { timeout: 10_000 },
  async () => {
    const cwd = exampleFolder('hello-chain')
    const folder = join(cwd, 'project/.ai/tools')
    writeFileSync(join(folder, 'binary.py'), Buffer.from([0xff, 0xfe, 0x00]))
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(folder, 'pipe.yaml')])
    await ryeChain(cwd, 'keys', 'new')
    const { code, json, err } = await ryeChain(cwd, 'sign', '--all', ...project, '--json')
    expect(json<{ files: unknown }>().files).toEqual([{ path: 'project/.ai/tools/demo/greet.py', done: 'signed' }])
    expect([code, err]).toEqual([1, expect.stringContaining('project/.ai/tools/binary.py cannot be read as text')])
    expect(readFileSync(join(folder, 'demo/greet.py'), 'utf8')).toContain('rye:signed')
  },
)

test('analyze without .ai reports "not found", and an unreadable .ai causes exit code 2', async () => {
  const cwd = freshFolder()
  const missing = await ryeChain(cwd, 'analyze', '--item', 'x', '--json')
  expect([missing.code, missing.json<{ status: string }>().status]).toEqual([1, 'not_found'])
  writeFileSync(join(cwd, '.ai'), '')
  const flat = await ryeChain(cwd, 'analyze', '--item', 'x')
  expect([flat.code, flat.out, flat.err]).toEqual([2, '', expect.stringContaining('.ai cannot be read')])
})

test.for([
  ['explain', '--item', 'x'],
  ['graph', 'x'],
  ['lock', 'show'],
  ['lock', 'create', '--item', 'x'],
  ['run', 'x', '--yes'],
  ['share', '--item', 'x'],
])('%s %s without a readable .ai exits with 2 and the reason', async (words) => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, 'empty'))
  const missing = await ryeChain(cwd, ...words, '--dir', 'empty')
  expect([missing.code, missing.out, missing.err]).toEqual([
    2,
    '',
    expect.stringContaining('empty/.ai does not exist.'),
  ])
  mkdirSync(join(cwd, 'flat'))
  writeFileSync(join(cwd, 'flat/.ai'), '')
  const flat = await ryeChain(cwd, ...words, '--dir', 'flat')
  expect([flat.code, flat.out, flat.err]).toEqual([2, '', expect.stringContaining('flat/.ai cannot be read')])
})

test('a bundled item needs no .ai', async () => {
  expect((await ryeChain(freshFolder(), 'analyze', '--item', 'rye/bash', '--params', '{"command": "true"}')).code).toBe(
    0,
  )
})

test('explain and graph report a missing item like analyze', async () => {
  const cwd = exampleFolder('hello-chain')
  const explain = await ryeChain(cwd, 'explain', '--item', 'missing', ...project)
  expect([explain.code, explain.out, explain.err]).toEqual([
    1,
    '',
    expect.stringContaining('The item "missing" was not found'),
  ])
  const graph = await ryeChain(cwd, 'graph', 'missing', ...project)
  expect([graph.code, graph.err]).toEqual([2, expect.stringContaining('missing was not found.')])
})

test.for([
  ['check', '--dir', ''],
  ['check', '--user='],
  ['keys', 'new', '--user='],
  ['check', '--system='],
  ['mcp', '--root='],
  ['conformance', '--corpus='],
  ['diff', '', 'project'],
  ['open', 'v1.1.AAAA', '--to='],
])('%s %s: an empty folder name is refused, and does not mean the current directory', async (words) => {
  const { code, out, err } = await ryeChain(exampleFolder('hello-chain'), ...words)
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('is empty. Pass a folder.')])
})
