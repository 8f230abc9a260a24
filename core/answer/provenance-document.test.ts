import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import type { AnalysisOptions } from './request.ts'
import type { Analysis } from './analysis.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { bundleRoot, workspaceOfSnapshot } from '../workspace/snapshot/snapshot-workspace.ts'
import { bundleFiles, exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { open, workspace } from '../testing/workspace.ts'
import { universalNewlines } from '../text/source.ts'
import { pureHost } from '../pure-host.ts'

// R8.4 and R9.7: the provenance of whole documents.

interface Explained {
  readonly analysis: Analysis
  /** The text of a file that a span can point into. */
  textOf(path: string): string | undefined
}

function example(slug: string): Explained {
  const snapshot = exampleSnapshots()[slug]!
  const root = bundleRoot(snapshot.bundle.id)
  const texts = new Map<string, string>([['(parameters)', snapshot.parameters]])
  for (const [path, text] of Object.entries(bundleFiles(snapshot.bundle))) texts.set(`${root}/${path}`, text)
  for (const [path, text] of Object.entries(snapshot.files)) texts.set(path, String(text))
  const tree = new MemoryTree()
  for (const [path, text] of texts) if (path.startsWith('/')) tree.write(path, Buffer.from(text))
  const { item_id, parameters } = snapshot
  const analysis = analyze(
    workspaceOfSnapshot(snapshot, tree, pureHost),
    { item_id, parameters },
    { show_secrets: true },
  )
  return { analysis, textOf: (path) => texts.get(path) }
}

const slugs = Object.keys(exampleSnapshots())

function at(document: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>(
    (here, step) => (here as Readonly<Record<string, unknown>> | undefined)?.[step],
    document,
  )
}

test.for(slugs)('R9.7: %s: every pointer resolves to its value, and spans cover the value without a gap', (slug) => {
  const { analysis } = example(slug)
  for (const [pointer, { value, spans }] of Object.entries(analysis.provenance)) {
    expect([pointer, value]).toEqual([pointer, at(analysis, pointer)])
    if (typeof value !== 'string') continue
    let end = 0
    for (const span of spans ?? []) {
      expect([pointer, span.start]).toEqual([pointer, end])
      expect(span.end).toBeGreaterThan(span.start)
      end = span.end
    }
    expect([pointer, end]).toEqual([pointer, value.length])
  }
})

test.for(slugs)('R9.7: %s: an exact span equals the characters of its file', (slug) => {
  const { analysis, textOf } = example(slug)
  for (const [pointer, { value, spans = [] }] of Object.entries(analysis.provenance)) {
    for (const span of spans) {
      if (!span.at || !span.exact) continue
      const source = universalNewlines(textOf(span.at.path) ?? '')
      const shown = String(value).slice(span.start, span.end)
      expect([pointer, source.slice(span.at.start, span.at.end)]).toEqual([pointer, shown])
    }
  }
})

test.for(slugs)('R9.7: %s: the command or request, its arguments and the variables have provenance entries', (slug) => {
  const { plan, env, provenance } = example(slug).analysis
  if (!plan) return
  const request = ['method', 'url', 'timeout', 'mode', 'retry/max_attempts', 'retry/backoff']
  const texts = (plan.primitive === 'http_client' ? request : ['command', 'timeout']).map((name) => `/plan/${name}`)
  const args = plan.primitive === 'http_client' ? [] : plan.args.map((_, index) => `/plan/args/${index}`)
  const variables = Object.keys(env ?? {}).map((name) => `/env/${name}`)
  expect(Object.keys(provenance)).toEqual(expect.arrayContaining([...texts, ...args, ...variables]))
})

test('R9.7: the examples contain enough exact spans for the test of their characters', () => {
  const spans = slugs.flatMap((slug) =>
    Object.values(example(slug).analysis.provenance).flatMap((entry) => entry.spans ?? []),
  )
  expect(spans.filter(({ exact, at: place }) => exact && place).length).toBeGreaterThan(slugs.length)
})

const secret = workspace`
  === /project/.env
  LONG=«hush-hush-1234»
  HOME=/secret/home
  === project/tools/t.yaml
  executor_id: r
  config: {command: c, args: ["--x=\${LONG}", "\${LONG}", plain], input_data: "{params_json}"}
  env_config: {env: {WHO: tool, COPY: "\${LONG}"}}
  === user/tools/r.yaml
  executor_id: rye/core/primitives/execute
  config: {command: runtime}
  env_config: {env: {WHO: runtime}}
`

const document = (options: AnalysisOptions = {}): Analysis => open(secret).analyze('t', '{"command": 1}', options)

test('R9.7: an entry lists the value that it overrides, with its source', () => {
  const { provenance } = document({ show_secrets: true })
  expect(provenance['/plan/command']?.beat).toMatchObject([
    { value: 'runtime', by: { item_id: 'r' }, because: 'overridden' },
  ])
  expect(provenance['/env/WHO']?.beat).toMatchObject([{ value: 'runtime', at: { path: '/user/.ai/tools/r.yaml' } }])
  expect(provenance['/env/HOME']?.beat).toMatchObject([{ value: '/home/u', by: { kind: 'host' }, at: null }])
})

test('R9.7: every entry shows a secret as the same fingerprint', () => {
  const { provenance } = document()
  expect(JSON.stringify(provenance)).not.toContain('hush-hush-1234')
  const mark = provenance['/env/LONG']?.value
  expect(mark).toMatch(/^secret:[0-9a-f]{8}$/)
  expect(provenance['/plan/args/1']).toMatchObject({ value: mark, secret: true })
  expect(provenance['/plan/args/0']).toMatchObject({ value: `--x=${String(mark)}`, secret: true })
  expect(provenance['/env/COPY']).toMatchObject({ value: mark, secret: true })
  expect(provenance['/plan/args/2']).toMatchObject({ value: 'plain' })
  expect(provenance['/plan/args/2']).not.toHaveProperty('secret')
})

test('R9.7: no span shows the length of a secret', () => {
  const entries = Object.values(document().provenance)
  expect(entries.filter((entry) => entry.secret && entry.spans)).toEqual([])
  expect(document({ show_secrets: true }).provenance['/plan/args/0']?.spans).toHaveLength(2)
})

test('R9.7: with show_secrets, secrets are shown in full', () => {
  const { provenance } = document({ show_secrets: true })
  expect(provenance['/env/LONG']).toMatchObject({ value: 'hush-hush-1234', at: secret.marks[0] })
  expect(provenance['/plan/args/0']).toMatchObject({ value: '--x=hush-hush-1234' })
  expect(Object.values(provenance).some((entry) => 'secret' in entry)).toBe(false)
})

test('a value whose name indicates a secret is shown as a fingerprint, in provenance and trace', () => {
  const snapshot = {
    ...exampleSnapshots()['hello-chain']!,
    parameters: '{"name": "Ada", "api_key": "short", "key": "name"}',
    world: { environ: { DEPLOY_TOKEN: 'plain-words' } },
  }
  const analysis = analyze(workspaceOfDraft(snapshot), snapshot)
  const valueAt = (pointer: string): unknown => analysis.provenance[pointer]?.value
  expect(valueAt('/env/DEPLOY_TOKEN')).toMatch(/^secret:/)
  expect(valueAt('/parameters/effective/api_key')).toMatch(/^secret:/)
  expect(valueAt('/parameters/effective/key')).toBe('name')
  expect(JSON.stringify([analysis.trace, analysis.provenance])).not.toContain('plain-words')
})

test('a secret at the start of a URL does not hide the rest of the URL', () => {
  const draft = exampleSnapshots()['http-tool']!
  const files = { ...draft.files, '/project/.env': 'GREETINGS_URL=https://hello.example\n' }
  const { provenance } = analyze(workspaceOfDraft({ ...draft, files }), {
    item_id: 'demo/greeting',
    parameters: '{"language": "en", "name": "Ada"}',
  })
  expect(provenance['/plan/url']?.value).toMatch(/^secret:[0-9a-f]{8}\/v1\/en\/Ada$/)
})
