import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Analysis, CandidateTable } from '#core/answer'
import { productRoot } from '../engine/product.ts'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

const greet = ['--dir', 'project', '--item', 'demo/greet', '--params', '{"name": "Ada"}'] as const

test('the built command line prints the analysis document of a real directory', { timeout: 120_000 }, () => {
  const cwd = exampleFolder('hello-chain')
  const script = join(productRoot, 'server/launch/rye-chain.cjs')
  const { status, stdout } = spawnSync(process.execPath, [script, 'analyze', ...greet, '--json'], {
    cwd,
    encoding: 'utf8',
  })
  const analysis = JSON.parse(stdout) as Analysis
  expect([status, analysis.status]).toEqual([0, 'ready'])
  expect(analysis.chain.map((entry) => entry.item_id)).toEqual([
    'demo/greet',
    'rye/core/runtimes/python/script',
    'rye/core/primitives/execute',
  ])
  expect(analysis.plan).toMatchObject({
    primitive: 'execute',
    args: ['/project/.ai/tools/demo/greet.py', '--project-path', '/project'],
    input: '{"name": "Ada"}',
  })
  expect(Object.keys(analysis)).toEqual(
    'format dialect search item_id status chain validation parameters env anchor resolved_config plan lockfile diagnostics trace provenance simulation'.split(
      ' ',
    ),
  )
})

test("the JSON document names the features that a tool's simulation lacks", async () => {
  const tool = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\n'
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/status.yaml': `${tool}config: {command: bash, args: ["/project/status.sh"]}\n`,
    'project/status.sh': 'echo status\ngit status\n',
    'project/.ai/tools/other.yaml': `${tool}config: {command: /usr/bin/git}\n`,
  })
  const simulationOf = async (item: string): Promise<unknown> => {
    const { json } = await ryeChain(cwd, 'analyze', '--dir', 'project', '--item', item, '--json')
    return json<{ readonly simulation: unknown }>().simulation
  }
  expect(await simulationOf('demo/greet')).toEqual({ interpreter: 'python', lacks: [] })
  expect(await simulationOf('status')).toEqual({
    interpreter: 'bash',
    lacks: [
      { uses: 'git', because: 'this command is not in the simulated shell', path: '/project/status.sh', line: 2 },
    ],
  })
  expect(await simulationOf('other')).toBeNull()
})

test('the text output shows chain, verdicts, command, and problems with their places', async () => {
  const { code, out } = await ryeChain(exampleFolder('hello-chain'), 'analyze', ...greet)
  expect(code).toBe(0)
  expect(out).toContain('demo/greet: ready')
  expect(out).toContain('rye/core/primitives/execute  system:ryeos-core  version 1.0.0  verified')
  expect(out).toContain('python3 /project/.ai/tools/demo/greet.py --project-path /project')
  expect(out).toContain('project/.ai/tools/demo/greet.py:1:1: hint signature-missing')
  expect(out).not.toContain('\u001b')
})

test.for([
  { name: 'a missing item', args: ['--item', 'demo/gret'], status: 'not_found' },
  {
    name: 'an unsigned tool with required signatures',
    args: ['--item', 'demo/greet', '--strict'],
    status: 'refused',
  },
  { name: 'parameters that do not fit', args: ['--item', 'demo/greet', '--params', '{"name": 1}'], status: 'refused' },
  { name: 'an ID that leaves the folder', args: ['--item', '../../x'], status: 'not_found' },
])('$name causes exit code 1', async ({ args, status }) => {
  const { code, json } = await ryeChain(exampleFolder('hello-chain'), 'analyze', '--dir', 'project', ...args, '--json')
  expect([code, json<Analysis>().status]).toEqual([1, status])
})

test.for([
  { name: 'no item', args: [], says: 'Pass ITEM, an item ID or the path of its file. For all items: rye-chain list\n' },
  { name: 'an unknown option', args: ['--item', 'a', '--jsn'], says: "Unknown option '--jsn'. Did you mean --json?" },
  { name: 'an option after a single dash', args: ['--item', 'a', '-formt=json'], says: 'Did you mean --format?' },
  { name: 'an unknown dialect', args: ['--item', 'a', '--dialect', 'rust'], says: 'it must be lillux, kiwi or lilux.' },
  { name: 'a missing folder', args: ['--item', 'a', '--dir', 'nowhere'], says: 'no such folder' },
  {
    name: 'the .ai folder itself',
    args: ['--item', 'a', '--dir', 'project/.ai'],
    says: 'pass the folder that contains .ai',
  },
  { name: 'two modes', args: ['--item', 'a', '--strict', '--dev'], says: 'Pass --strict or --dev, not both.' },
  { name: 'a variable that is not set', args: ['--item', 'a', '--env', 'NO_SUCH'], says: 'Use NAME=VALUE' },
  { name: 'an invalid world', args: ['--item', 'a', '--world', 'example.yaml'], says: 'cannot be read' },
  { name: 'a world with an unknown field', args: ['--item', 'a', '--world', 'odd.json'], says: '"enviorn"' },
  { name: 'two items', args: ['demo/greet', 'demo/other'], says: 'analyze takes one item' },
  { name: 'an item twice', args: ['demo/greet', '--item', 'demo/greet'], says: 'analyze takes one item' },
  { name: 'a file that is not an item', args: ['example.yaml'], says: 'is not a file in .ai/tools' },
])('$name causes exit code 2 with a suggested action', async ({ args, says }) => {
  const cwd = exampleFolder('hello-chain', { 'odd.json': '{"enviorn": {}}' })
  const { code, out, err } = await ryeChain(cwd, 'analyze', ...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(says)
  expect(err).toContain('rye-chain analyze --help')
})

test.for([
  ['analyze', 'demo/greet'],
  ['analyze', 'project/.ai/tools/demo/greet.py'],
  ['analyze', '--item', 'project/.ai/tools/demo/greet.py'],
])('an item is selected by its ID or the path of its file: %s %s', async (words) => {
  const { code, json } = await ryeChain(exampleFolder('hello-chain'), ...words, '--dir', 'project', '--json')
  expect([code, json<Analysis>().item_id]).toEqual([0, 'demo/greet'])
})

test('H1: the chain receives only a few listed environment variables, and those passed explicitly', async () => {
  const cwd = exampleFolder('hello-chain')
  const env = async (...more: readonly string[]): Promise<readonly string[]> => {
    const { json } = await ryeChain(cwd, 'analyze', ...greet, '--json', ...more)
    return Object.keys(json<Analysis>().env ?? {})
  }
  const own = ['HOME', 'LANG', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONUNBUFFERED', 'RYE_PYTHON']
  expect(await env()).toEqual(own)
  expect(await env('--env', 'A=1', '--env', 'SECRET_OF_THE_MACHINE')).toEqual(['A', ...own, 'SECRET_OF_THE_MACHINE'])
})

test('--env adds or overrides a variable, with and without a world file', async () => {
  const cwd = exampleFolder('hello-chain', { 'world.json': '{"environ": {"PATH": "/opt/bin", "A": "1"}}' })
  const words = ['analyze', ...greet, '--json', '--world', 'world.json', '--env', 'A=2', '--env', 'B=3'] as const
  const { env } = (await ryeChain(cwd, ...words)).json<Analysis>()
  expect([env?.['A'], env?.['B'], env?.['PATH']]).toMatchObject(['2', '3', '/opt/bin'])
})

test('--world replaces the facts of this machine', async () => {
  const world = { environ: { PATH: '/opt/bin' }, files: ['/opt/bin/bash'], programs: [], path_separator: ':' }
  const tool =
    'version: "1.0.0"\ntool_type: bash\nexecutor_id: rye/core/runtimes/bash_runtime\nconfig:\n  script: echo hi\n'
  const cwd = exampleFolder('hello-chain', {
    'world.json': JSON.stringify(world),
    'project/.ai/tools/demo/hi.yaml': tool,
  })
  const { json } = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    'demo/hi',
    '--dialect',
    'lilux',
    '--world',
    'world.json',
    '--json',
  )
  expect(json<Analysis>().plan).toMatchObject({ command: '/opt/bin/bash', env: { PATH: '/opt/bin' } })
})

test('the user space is empty unless an option sets it', async () => {
  const cwd = exampleFolder('space-violation')
  const ask = async (...more: readonly string[]): Promise<Analysis> => {
    const args = ['--dir', 'project', '--item', 'my/note', '--search', 'global', '--json', ...more]
    return (await ryeChain(cwd, 'analyze', ...args)).json<Analysis>()
  }
  expect((await ask()).status).toBe('not_found')
  const given = await ask('--user', 'user')
  expect([given.status, given.chain[0]?.space]).toEqual(['refused', 'user'])
  expect(given.diagnostics.map(({ code }) => code)).toContain('space-incompatible')
})

test('file content cannot move the terminal cursor', async () => {
  const tool = '__executor_id__ = "evil\\x1b[2Jtool"\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/evil.py': tool })
  const { out } = await ryeChain(cwd, 'analyze', '--dir', 'project', '--item', 'demo/evil')
  expect(out).toContain('evil\\u001b[2Jtool')
  expect(out).not.toContain('\u001b')
})

test('in an empty directory, the message lists the searched places, with the user space only if it is set', async () => {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'analyze', '--item', 'demo/greet')
  expect(code).toBe(1)
  expect(out).toContain('The item "demo/greet" was not found in .ai/tools or /system/ryeos-core/.ai/tools.')
  expect(out).toContain('Create the file in .ai/tools.')
  const json = await ryeChain(cwd, 'analyze', '--item', 'demo/greet', '--json')
  expect(json.json<Analysis>().diagnostics[0]?.facts['searched']).toContain('/user/.ai/tools')
  mkdirSync(join(cwd, 'home'))
  const withUser = await ryeChain(cwd, 'analyze', '--item', 'demo/greet', '--user', 'home')
  expect(withUser.out).toContain('was not found in .ai/tools, home/.ai/tools or /system/ryeos-core/.ai/tools.')
})

test('the searched paths of an interpreter are relative to the current folder', async () => {
  const tool = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/runtimes/node/node\n'
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/js.yaml': tool })
  const { out } = await ryeChain(cwd, 'analyze', '--item', 'js', '--dir', 'project')
  expect(out).toContain('no interpreter was found at project/node_modules/.bin/node.')
})

test("--format prints the page's exports: Markdown answer, and chain as Markdown, Mermaid or SVG", async () => {
  const cwd = exampleFolder('hello-chain')
  const [markdown, chain, mermaid, svg, json, wrong] = await Promise.all(
    ['markdown', 'chain', 'mermaid', 'svg', 'json', 'pdf'].map((form) =>
      ryeChain(cwd, 'analyze', ...greet, '--format', form),
    ),
  )
  expect(markdown?.out).toMatch(/^# `demo\/greet`: ready\n[^]*## Searched locations of each element\n[^]*## Trace\n/)
  expect(chain?.out).toMatch(/^```mermaid\nflowchart TD\n[^]*\| 1 \| `demo\/greet` \|/)
  expect(mermaid?.out).toMatch(/^flowchart TD\n {2}e0\(\["demo\/greet/)
  expect(svg?.out).toMatch(/^<svg [^]*<\/svg>\n$/)
  expect(json?.json<Analysis>().status).toBe('ready')
  expect([wrong?.code, wrong?.err]).toEqual([
    2,
    expect.stringContaining('must be text, json, markdown, chain, mermaid or svg.'),
  ])
})

test('explain --places lists each searched place, as text and as JSON', async () => {
  const cwd = exampleFolder('shadowing')
  const asked = ['explain', '--dir', 'project', '--item', 'demo/greet', '--places'] as const
  const { code, out } = await ryeChain(cwd, ...asked)
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^demo\/greet\n {2}won {14}project {2}project\/\.ai\/tools\/demo\/greet\.py {2}The first/),
  ])
  const tables = (await ryeChain(cwd, ...asked, '--json')).json<readonly CandidateTable[]>()
  expect(tables[1]?.candidates.map(({ space, verdict }) => [space, verdict])).toEqual([
    ['project', 'won'],
    ['user', 'nothing'],
    ['system:ryeos-core', 'shadowed'],
  ])
  expect((await ryeChain(cwd, ...asked, '--value', '/plan/args/0')).code).toBe(2)
})
