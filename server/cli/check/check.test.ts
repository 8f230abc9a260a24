import { Validator, type Schema } from '@cfworker/json-schema'
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from 'sarif'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from '../../testing/directories.ts'

const project = ['--dir', 'project'] as const
const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
const old = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'

const git = (cwd: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd })

interface Checked {
  readonly items: number
  readonly checks: readonly { readonly item_id: string }[]
}

async function checkedIds(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { json } = await ryeChain(cwd, 'check', ...project, '--json', ...words)
  return json<Checked>().checks.map(({ item_id }) => item_id)
}

test('check combines files, folders and ID globs: an item must match all of them', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/deep/a.py': old,
    'project/.ai/tools/other/b.py': old,
  })
  expect(await checkedIds(cwd)).toEqual(['demo/deep/a', 'demo/greet', 'other/b'])
  expect(await checkedIds(cwd, 'project/.ai/tools/demo')).toEqual(['demo/deep/a', 'demo/greet'])
  expect(await checkedIds(cwd, 'project/.ai/tools/other/b.py', 'project/.ai/tools/demo/deep')).toEqual([
    'demo/deep/a',
    'other/b',
  ])
  expect(await checkedIds(cwd, '--item', 'demo/*')).toEqual(['demo/greet'])
  expect(await checkedIds(cwd, '--item', '**/a', '--item', 'other/*')).toEqual(['demo/deep/a', 'other/b'])
  expect(await checkedIds(cwd, 'project/.ai/tools/demo', '--item', 'other/*')).toEqual([])
  const missing = await ryeChain(cwd, 'check', ...project, 'project/none')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('project/none: no such file or folder')])
  const empty = await ryeChain(cwd, 'check', ...project, '')
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('A path is empty')])
  const outside = await ryeChain(cwd, 'check', ...project, '/')
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('not in the project')])
})

test('check --changed covers the items that a change can affect, or all items if unknown', async () => {
  const runtime = 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/runtimes/python/script\n'
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/my/runtime.yaml': runtime,
    'project/.ai/tools/demo/uses.py': '__version__ = "1.0.0"\n__executor_id__ = "my/runtime"\n',
    'project/.ai/tools/demo/lone.py': old,
  })
  git(cwd, 'init', '-q')
  git(cwd, 'add', 'project/.ai/tools/demo/lone.py')
  // Before the first commit, all files are new.
  expect(await checkedIds(cwd, '--changed')).toHaveLength(4)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  const clean = await ryeChain(cwd, 'check', ...project, '--changed')
  expect([clean.code, clean.out]).toEqual([0, '0 items, 0 with errors, 0 warnings; 4 items ignored\n'])
  writeFileSync(join(cwd, 'project/.ai/tools/my/runtime.yaml'), `${runtime}# changed\n`)
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/uses', 'my/runtime'])
  rmSync(join(cwd, 'project/.ai/tools/my/runtime.yaml'))
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/uses'])
  git(cwd, 'checkout', '-q', '.')
  writeFileSync(join(cwd, 'project/.ai/tools/demo/new.py'), old)
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/new'])
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'second')
  expect(await checkedIds(cwd, '--changed')).toEqual([])
  expect(await checkedIds(cwd, '--since', 'HEAD~1')).toEqual(['demo/new'])
  writeFileSync(join(cwd, 'project/.env'), 'A=1\n')
  expect(await checkedIds(cwd, '--changed')).toHaveLength(5)
  const unknown = await ryeChain(cwd, 'check', ...project, '--since', '--output=/tmp/x')
  expect(unknown.code).toBe(2)
  const none = await ryeChain(exampleFolder('hello-chain'), 'check', ...project, '--changed')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('is not in a git repository')])
})

test('check --format sarif prints valid SARIF 2.1.0 with fingerprints that survive moved lines', async () => {
  const cwd = exampleFolder('cycle-and-missing', { 'project/.ai/tools/demo/od d.py': broken })
  const { code, out, err } = await ryeChain(cwd, 'check', ...project, '--format', 'sarif')
  expect([code, err]).toEqual([1, ''])
  const log = JSON.parse(out) as Log
  expect(new Validator(sarifSchema as Schema, '7', false).validate(log)).toEqual({ valid: true, errors: [] })
  const results = log.runs[0]?.results ?? []
  const found = results.find(
    ({ ruleId, locations }) => ruleId === 'executor-not-found' && JSON.stringify(locations).includes('od%20d'),
  )
  expect(found).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'project/.ai/tools/demo/od%20d.py' },
          region: { startLine: 2, startColumn: 19 },
        },
        logicalLocations: [{ fullyQualifiedName: 'demo/od d' }],
      },
    ],
  })
  const prints = results.map(({ partialFingerprints }) => partialFingerprints?.['ryeChain/v2'])
  expect(new Set(prints).size).toBe(results.length)
  writeFileSync(join(cwd, 'project/.ai/tools/demo/od d.py'), `# one line more\n${broken}`)
  const moved = (await ryeChain(cwd, 'check', ...project, '--format', 'sarif')).json<Log>().runs[0]?.results ?? []
  expect(moved.map(({ partialFingerprints }) => partialFingerprints?.['ryeChain/v2'])).toEqual(prints)
})

test('a file with findings of two steps has one entry per item, so its SARIF is valid', async () => {
  const cwd = exampleFolder('hello-chain')
  writeFileSync(join(cwd, 'project/.ai/tools/demo/bytes.py'), Uint8Array.of(0xff))
  const log = (await ryeChain(cwd, 'check', ...project, '--format', 'sarif')).json<Log>()
  expect(new Validator(sarifSchema as Schema, '7', false).validate(log)).toEqual({ valid: true, errors: [] })
  const { out } = await ryeChain(cwd, 'check', ...project)
  expect(out.match(/file-unreadable/g)).toHaveLength(1)
  expect(out).not.toContain('Concerns')
  const { checks } = (await ryeChain(cwd, 'check', ...project, '--json')).json<{
    checks: readonly { diagnostics: readonly { code: string }[] }[]
  }>()
  const codes = checks.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
  expect(codes.filter((code) => code === 'file-unreadable')).toHaveLength(1)
})

test('SARIF and annotations use paths from the repository root in any working directory', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/odd.py': broken })
  git(cwd, 'init', '-q')
  const check = (format: string) => ryeChain(join(cwd, 'project'), 'check', '--format', format)
  const uri = 'project/.ai/tools/demo/odd.py'
  const results = (await check('sarif')).json<Log>().runs[0]?.results ?? []
  const places = results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)
  expect(places).toContainEqual({ uri, uriBaseId: '%SRCROOT%' })
  expect((await check('github')).out).toContain(`::error file=${uri},line=2,`)
})

test('check --format github prints the log and at most ten annotations per severity, each on one line', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`project/.ai/tools/m/t${at}.py`, broken.replace('scirpt', `none${at}`)]),
  )
  const { code, out } = await ryeChain(exampleFolder('hello-chain', many), 'check', ...project, '--format', 'github')
  expect(code).toBe(1)
  const annotations = out.split('\n').filter((line) => line.startsWith('::'))
  expect(annotations.filter((line) => line.startsWith('::error '))).toHaveLength(10)
  expect(annotations[0]).toMatch(/%0A(?:Did you mean|Correct)/)
  expect(annotations[0]).toMatch(
    /^::error file=project\/\.ai\/tools\/m\/t0\.py,line=2,col=19,endLine=2,endColumn=\d+,title=executor-not-found::\S/,
  )
  expect(out).toContain('13 items, 12 with errors')
})

test('a problem of a runtime is reported once, at its place, with the affected items', async () => {
  const tools = Array.from({ length: 6 }, (_, at) => [
    `project/.ai/tools/m/t${at}.py`,
    '__executor_id__ = "my/runtime"\n',
  ])
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/my/runtime.yaml': 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: no/such\n',
    ...Object.fromEntries(tools),
  })
  const { code, out } = await ryeChain(cwd, 'check', ...project)
  expect(code).toBe(1)
  expect(out.match(/executor-not-found/g)).toHaveLength(1)
  expect(out).toMatch(/^ {4}Concerns 7 items: m\/t0, m\/t1, m\/t2, m\/t3, m\/t4 and 2 more$/m)
})

test('a glob that matches no item is an error, not a clean project', async () => {
  const cwd = exampleFolder('hello-chain')
  for (const glob of ['demo/gret', 'rye/core/**']) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--item', 'demo/*', '--item', glob)
    expect([code, err]).toEqual([2, expect.stringContaining(`--item ${glob}: no item matches.`)])
  }
  for (const glob of ['', 'x'.repeat(70_000)]) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--item', glob)
    expect([code, err]).toEqual([2, expect.stringContaining('--item requires a glob of item IDs')])
  }
  expect(
    (await ryeChain(cwd, 'check', ...project, '--item', 'rye/core/runtimes/python/**', '--with-system')).code,
  ).toBe(0)
})

test('the bundled items of each dialect pass check --with-system', async () => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, '.ai'))
  for (const dialect of ['kiwi', 'lilux', 'lillux']) {
    const { code, out } = await ryeChain(cwd, 'check', '--with-system', '--dialect', dialect)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ items, 0 with errors, 0 warnings/)])
  }
})

test('check --format junit has one test case per item, and escapes hostile names and texts', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/a&"<b.py': broken.replace('scirpt', ']]>\\u0007&<x'),
  })
  const { out } = await ryeChain(cwd, 'check', ...project, '--format', 'junit')
  expect(out).toContain('<testsuites tests="2" failures="1" time="0.000">')
  expect(out).toContain('name="demo/a&amp;&quot;&lt;b"')
  expect(out).toContain(
    '<testcase classname="project" name="demo/greet" file="project/.ai/tools/demo/greet.py" time="0.000"/>',
  )
  expect(out).not.toMatch(/[^\n\x20-\u{10FFFF}]|&(?!amp;|lt;|gt;|quot;|#10;)|\]\]>/u)
})

test('SARIF: every relative path has a base, every other path is a whole URI, and the product has an address', async () => {
  const cwd = exampleFolder('hello-chain', {
    'user/.ai/tools/mine.py': broken,
    'project/.ai/tools/demo/odd.py': broken,
  })
  git(join(cwd, 'project'), 'init', '-q')
  const words = ['check', ...project, '--user', 'user', '--format', 'sarif'] as const
  const [first] = (await ryeChain(cwd, ...words)).json<Log>().runs
  const bases = first?.originalUriBaseIds ?? {}
  expect(Object.values(bases)).toEqual([{ uri: `${pathToFileURL(join(cwd, 'project')).href}/` }])
  const places = (first?.results ?? []).map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)
  expect(places).toContainEqual({ uri: '.ai/tools/demo/odd.py', uriBaseId: Object.keys(bases)[0] })
  expect(places).toContainEqual({ uri: pathToFileURL(join(cwd, 'user/.ai/tools/mine.py')).href })
  expect(first?.tool.driver.informationUri).toMatch(/^https:\/\//)
})

test('hints are in a report only with --hints', async () => {
  const cwd = exampleFolder('hello-chain')
  for (const format of ['text', 'sarif', 'concise', 'gitlab', 'checkstyle', 'github', 'junit']) {
    const words = ['check', ...project, '--format', format] as const
    expect([format, (await ryeChain(cwd, ...words)).out]).toEqual([
      format,
      expect.not.stringContaining('signature-missing'),
    ])
    expect([format, (await ryeChain(cwd, ...words, '--hints')).out]).toEqual([
      format,
      expect.stringContaining('signature-missing'),
    ])
  }
})

test('check --format concise, gitlab and checkstyle name each finding with its place', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/a&b.py': broken,
    'project/.ai/tools/demo/c.py': broken,
  })
  const run = (format: string) => ryeChain(cwd, 'check', ...project, '--format', format)
  const concise = await run('concise')
  expect([concise.code, concise.out.trimEnd().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^project\/\.ai\/tools\/demo\/a&b\.py:2:19: error executor-not-found .*Did you mean/),
      expect.stringMatching(/^project\/\.ai\/tools\/demo\/c\.py:2:19: error executor-not-found /),
    ],
  ])
  const gitlab = (await run('gitlab')).json<readonly { fingerprint: string }[]>()
  expect(gitlab).toMatchObject([
    {
      check_name: 'executor-not-found',
      severity: 'major',
      location: { path: 'project/.ai/tools/demo/a&b.py', lines: { begin: 2 } },
    },
    { location: { path: 'project/.ai/tools/demo/c.py' } },
  ])
  expect(new Set(gitlab.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  const checkstyle = (await run('checkstyle')).out
  expect(checkstyle).toContain('<file name="project/.ai/tools/demo/a&amp;b.py">')
  expect(checkstyle).toMatch(
    /<error line="2" column="19" severity="error" message="[^"]+" source="rye-chain\.executor-not-found"\/>/,
  )
})

test('--statistics counts the findings per rule', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/a.py': broken,
    'project/.ai/tools/demo/c.py': broken,
  })
  const table = await ryeChain(cwd, 'check', ...project, '--statistics')
  expect([table.code, table.out]).toEqual([1, '2  error    executor-not-found\n'])
  const { rules } = (await ryeChain(cwd, 'check', ...project, '--statistics', '--json')).json<{ rules: unknown }>()
  expect(rules).toEqual([{ code: 'executor-not-found', severity: 'error', count: 2 }])
  expect((await ryeChain(cwd, 'check', ...project, '--statistics', '--format', 'sarif')).code).toBe(2)
})

test('an ID that fails in two spaces is listed once', async () => {
  const cwd = exampleFolder('hello-chain', {
    'user/.ai/tools/demo/twice.py': broken,
    'project/.ai/tools/demo/twice.py': broken,
  })
  const { out } = await ryeChain(cwd, 'check', ...project, '--user', 'user')
  expect(out.match(/^ {2}demo\/twice$/gm)).toHaveLength(1)
})

test('--quiet shows only errors, --max-warnings limits warnings, and one line summarizes many missing signatures', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/warned.py': `${old}VERSION = 1\n__category__ = "x"\n__executor_id__ = "a" + "b"\n`,
    'project/.ai/tools/demo/other.py': old,
  })
  const { code, out } = await ryeChain(cwd, 'check', ...project)
  const warnings = Number(/(\d+) warnings?/.exec(out)?.[1])
  expect([code, warnings > 0]).toEqual([0, true])
  expect((await ryeChain(cwd, 'check', ...project, '--quiet')).out).toMatch(/^\d items/)
  const most = async (count: number): Promise<number> =>
    (await ryeChain(cwd, 'check', ...project, '--max-warnings', String(count))).code
  expect([await most(warnings), await most(warnings - 1)]).toEqual([0, 1])
  expect((await ryeChain(cwd, 'check', ...project, '--max-warnings', 'few')).code).toBe(2)
  const strict = await ryeChain(cwd, 'check', ...project, '--strict')
  expect(strict.out.match(/signature-missing/g)).toHaveLength(1)
  expect(strict.out).toContain('signature-missing: 3 files: no signature: project/.ai/tools/demo/')
})
