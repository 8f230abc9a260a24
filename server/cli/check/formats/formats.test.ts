import { Validator, type Schema } from '@cfworker/json-schema'
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from 'sarif'
import { expect, test } from 'vitest'
import { exampleFolder, ryeChain } from '../../../testing/directories.ts'

const project = ['--dir', 'project'] as const
const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'

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

test('an unreadable file is reported once, and its SARIF is valid', async () => {
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

test.for(['text', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle', 'concise'])(
  'messages in the format %s name files relative to the current folder',
  async (format) => {
    const cwd = exampleFolder('hello-chain')
    writeFileSync(join(cwd, 'project/.ai/tools/demo/bytes.py'), Uint8Array.of(0xff))
    const { out } = await ryeChain(cwd, 'check', ...project, '--hints', '--format', format)
    expect(out).toContain('project/.ai/tools/demo/bytes.py cannot be read')
    expect(out).not.toMatch(/(?<![\w/])\/project\/\.ai/)
  },
)

test('check --fix removes the byte order mark of a Python file', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/marked.py': `\ufeff${broken.replace('scirpt', 'script')}`,
  })
  expect((await ryeChain(cwd, 'check', ...project)).code).toBe(1)
  const { code, err } = await ryeChain(cwd, 'check', ...project, '--fix')
  expect([code, err]).toEqual([0, expect.stringContaining('Remove the byte order mark')])
  expect(readFileSync(join(cwd, 'project/.ai/tools/demo/marked.py'), 'utf8')).toMatch(/^__version__/)
})

test('SARIF and annotations use paths from the repository root, even in a subfolder', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/odd.py': broken })
  execFileSync('git', ['init', '-q'], { cwd })
  const check = (format: string) => ryeChain(join(cwd, 'project'), 'check', '--format', format)
  const uri = 'project/.ai/tools/demo/odd.py'
  const results = (await check('sarif')).json<Log>().runs[0]?.results ?? []
  const places = results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)
  expect(places).toContainEqual({ uri, uriBaseId: '%SRCROOT%' })
  expect((await check('github')).out).toContain(`::error file=${uri},line=2,`)
})

test('check --format github prints the log and at most ten error annotations, each on one line', async () => {
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

test('check --format junit has one test case per item, and escapes hostile names and texts', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/a&"<b.py': broken.replace('scirpt', ']]>\\u0007&<x'),
  })
  const { out } = await ryeChain(cwd, 'check', ...project, '--format', 'junit')
  expect(out).toContain('<testsuites tests="2" failures="1" time="0.000">')
  expect(out).toContain('name="demo/a&amp;&quot;&lt;b"')
  expect(out).toContain('<testcase classname="project" name="demo/greet" file="project/.ai/tools/demo/greet.py"/>')
  expect(out).not.toMatch(/[^\n\x20-\u{10FFFF}]|&(?!amp;|lt;|gt;|quot;|#10;)|\]\]>/u)
})

test('SARIF: every relative path has a base, every other path is a whole URI, and the product has an address', async () => {
  const cwd = exampleFolder('hello-chain', {
    'user/.ai/tools/mine.py': broken,
    'project/.ai/tools/demo/odd.py': broken,
  })
  execFileSync('git', ['init', '-q'], { cwd: join(cwd, 'project') })
  const words = ['check', ...project, '--user', 'user', '--format', 'sarif'] as const
  const [first] = (await ryeChain(cwd, ...words)).json<Log>().runs
  const bases = first?.originalUriBaseIds ?? {}
  expect(Object.values(bases)).toEqual([{ uri: `${pathToFileURL(join(cwd, 'project')).href}/` }])
  const places = (first?.results ?? []).map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)
  expect(places).toContainEqual({ uri: '.ai/tools/demo/odd.py', uriBaseId: Object.keys(bases)[0] })
  expect(places).toContainEqual({ uri: pathToFileURL(join(cwd, 'user/.ai/tools/mine.py')).href })
  expect(first?.tool.driver.informationUri).toMatch(/^https:\/\//)
  expect(first?.tool.driver.rules).toContainEqual({
    id: 'executor-not-found',
    shortDescription: { text: 'The executor of an element is not in any space that is searched from that element.' },
    fullDescription: { text: 'The executor of an element is not in any space that is searched from that element.' },
    help: {
      text: 'Use one of the similar items, or create a runtime with this ID. If the executor is in another space, move one of the two files. For details, run: rye-chain explain executor-not-found',
    },
    defaultConfiguration: { level: 'error' },
  })
  const ids = first?.tool.driver.rules?.map(({ id }) => id)
  expect(first?.results?.map(({ ruleIndex = -1 }) => ids?.[ruleIndex])).toEqual(
    first?.results?.map(({ ruleId }) => ruleId),
  )
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
