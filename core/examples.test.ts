import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { analyze } from './answer/analyze.ts'
import type { Analysis } from './answer/analysis.ts'
import type { DialectName } from './rules/dialect.ts'
import { bundleOfDialect } from './workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from './workspace/snapshot/snapshot.ts'
import { edgeInWords, runWalkTests } from './expect/walk-tests.ts'
import { exampleSnapshots, workspaceOfDraft } from './testing/examples.ts'

/** The expectations of an `example.yaml` for one item; `examples/README.md` describes them. */
interface Goal {
  readonly item_id: string
  readonly parameters: string
  readonly expect: {
    readonly status: string
    readonly chain: readonly string[]
    readonly spaces: readonly string[]
    readonly codes: readonly string[]
    readonly argv?: readonly string[]
    readonly input?: string
    readonly request?: { readonly method: string; readonly url: string }
  }
}

const graveCodes = ({ diagnostics }: Analysis): readonly string[] =>
  [...new Set(diagnostics.flatMap(({ code, severity }) => (severity === 'hint' ? [] : [code])))].sort()

const goals = Object.entries(exampleSnapshots()).flatMap(([slug, snapshot]) => {
  const text = readFileSync(join(import.meta.dirname, '../examples', slug, 'example.yaml'), 'utf8')
  const { item_id, parameters, expect: promised, also = [] } = parse(text) as Goal & { readonly also?: readonly Goal[] }
  return [{ item_id, parameters, expect: promised }, ...also].map((goal) => ({ slug, snapshot, goal }))
})

test.for(goals.map((row) => [row.slug, row.goal.item_id, row] as const))(
  '%s: %s meets its expectations',
  ([, , { snapshot, goal }]) => {
    const analysis = analyze(workspaceOfDraft(snapshot), goal)
    const { status, chain, spaces, codes, argv, input, request } = goal.expect
    expect(analysis.chain.map(({ item_id }) => item_id)).toEqual(chain)
    expect(analysis.chain.map(({ space }) => space)).toEqual(spaces)
    expect(graveCodes(analysis)).toEqual(codes)
    expect(analysis.status).toBe(status)
    // For a refused item, a plan is optional.
    const plan = status === 'ready' ? analysis.plan : null
    if (plan?.primitive === 'http_client') expect({ method: plan.method, url: plan.url }).toEqual(request)
    else expect(plan && [plan.command, ...plan.args]).toEqual(argv ?? null)
    if (plan?.primitive === 'execute' || plan?.primitive === 'subprocess') expect(plan.input).toBe(input ?? null)
  },
)

test.for(Object.entries(exampleSnapshots()))(
  '%s: its walks have the expected results and take every edge',
  ([, snapshot]) => {
    const workspace = workspaceOfDraft(snapshot)
    const { tests, coverage } = runWalkTests(workspace)
    expect(
      tests.flatMap(({ path, differences, unused }) => [...differences, ...unused].map((one) => `${path}: ${one}`)),
    ).toEqual([])
    expect(coverage.flatMap(({ edges }) => edges.filter(({ taken }) => taken === 0).map(edgeInWords))).toEqual([])
    const graphs = snapshot.item_id.startsWith('flows/') && analyze(workspace, snapshot).status === 'ready'
    expect(tests.length > 0).toBe(graphs)
  },
)

/**
 * Every tool of the current bundles, with parameters that its schema allows. The chains contain runtimes and
 * primitives.
 */
const systemTools = [
  ['lillux', 'rye/bash', '{"command": "ls"}'],
  ['lillux', 'rye/git', '{"command": "status"}'],
  ['lillux', 'rye/web/scraper', '{"html": "<h1>Hi</h1>"}'],
  ['lillux', 'rye/text/slugify', '{"text": "A title"}'],
  ['lillux', 'rye/text/count', '{"text": "three small words"}'],
  ['lilux', 'rye/bash/bash', '{"command": "ls"}'],
  ['lilux', 'rye/git/git', '{"command": "status"}'],
  ['lilux', 'rye/web/scraper', '{"html": "<h1>Hi</h1>"}'],
  ['lilux', 'rye/text/slugify', '{"text": "A title"}'],
  ['lilux', 'rye/text/count', '{"text": "three small words"}'],
  ['kiwi', 'bash', '{"command": "ls"}'],
  ['kiwi', 'git', '{"command": "status"}'],
  ['kiwi', 'scraper', '{"html": "<h1>Hi</h1>"}'],
  ['kiwi', 'rye/capabilities/git', '{"command": "status"}'],
] as const

function analyzeSystem(dialect: DialectName, item_id: string, parameters: string, bundle = bundleOfDialect[dialect]) {
  const settings = { dialect, search: 'scoped', dev_mode: false, bundle } as const
  const draft: Snapshot = { format: 1, name: '', ...settings, item_id, parameters, files: {} }
  return analyze(workspaceOfDraft(draft), { item_id, parameters })
}

test.for(systemTools)(
  '%s: the system tool %s is ready and signed, without errors or warnings',
  ([dialect, item_id, parameters]) => {
    const analysis = analyzeSystem(dialect, item_id, parameters)
    expect(graveCodes(analysis)).toEqual([])
    expect(analysis.status).toBe('ready')
    expect(analysis.chain.filter(({ path }) => path !== null).map(({ signature }) => signature.state)).toEqual(
      analysis.chain.filter(({ path }) => path !== null).map(() => 'verified'),
    )
    expect(analysis.plan).not.toBeNull()
  },
)

test.for([
  ['lillux', 'rye/bash'],
  ['lilux', 'rye/bash/bash'],
  ['kiwi', 'bash'],
] as const)('R9.8: %s: the plan of %s has the timeout, also among the arguments', ([dialect, item_id]) => {
  for (const [parameters, timeout] of [
    ['{"command": "ls", "timeout": 200}', 200],
    ['{"command": "ls"}', 60],
  ] as const) {
    const { plan } = analyzeSystem(dialect, item_id, parameters)
    expect(plan).toMatchObject({ timeout, args: expect.arrayContaining([`--timeout=${timeout}`]) as unknown })
  }
})

test.for([
  ['lillux', 'rye/bash', { id: 'ryeos-core', version: '1.0.0' }],
  ['lillux', 'rye/bash', { id: 'ryeos-core', version: '1.1.0' }],
  ['lilux', 'rye/bash/bash', { id: 'ryeos-lilux', version: '1.0.0' }],
  ['kiwi', 'bash', { id: 'ryeos-kiwi', version: '1.0.0' }],
] as const)(
  '%s: %s of the older bundle %j stays verified and passes no timeout to the tool',
  ([dialect, item_id, bundle]) => {
    const { status, chain, plan } = analyzeSystem(dialect, item_id, '{"command": "ls"}', bundle)
    expect([status, chain[0]?.version, chain[0]?.signature.state]).toEqual(['ready', '1.0.0', 'verified'])
    expect(plan && 'args' in plan && plan.args.join(' ')).not.toContain('--timeout')
  },
)
