import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { WorkspaceChecker } from '../answer/check.ts'
import { diagnosticEntry } from '../answer/document.ts'
import { expectedOf } from '../answer/expected.ts'
import { explainFixes } from '../answer/fixes/explain.ts'
import { Placer } from '../answer/placer.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { readJson } from '../read/read-json.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { listItems } from '../resolve/items.ts'
import { validateChain } from '../resolve/validate/plain.ts'
import { anyQuestion, type Question } from '../testing/arbitrary.ts'
import { anyAnswers, anyGraph } from '../testing/graphs.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { open } from '../testing/workspace.ts'
import { listLockfiles } from '../trust/lockfile/places.ts'
import { Workspace } from '../workspace/workspace.ts'
import { executeCall } from './execute.ts'
import { newLockfile } from './lock-run.ts'
import type { Outcome } from './outcome.ts'
import type { ExecutionResult } from './result.ts'
import { everyPart, pureHost } from '../pure-host.ts'

// R9.10: every document is plain JSON, without undefined, NaN, infinity, -0, Map, Date, Set or sparse lists. Its
// JSON text parses to the same document.

function carried(name: string, document: unknown): void {
  const back: unknown = JSON.parse(JSON.stringify(document))
  // The matcher of the test runner is slow, so it only runs to show the difference between documents.
  if (!isDeepStrictEqual(back, document)) expect(back, name).toStrictEqual(document)
}

/** Checks the documents of a workspace and an input before anything runs. */
function documentsBeforeRun(
  workspace: Workspace,
  request: Pick<Question, 'item_id' | 'parameters'>,
  { show_secrets, fixes }: { readonly show_secrets: boolean; readonly fixes: boolean },
): void {
  const placer = new Placer(workspace)
  const analysis = analyze(workspace, request, { show_secrets })
  carried('analysis', analysis)
  if (fixes) carried('fixes', explainFixes(workspace, request))
  carried('expected', expectedOf(analysis))
  carried('list', listItems(workspace))
  carried('lockfiles', listLockfiles(workspace))
  carried(
    'plain verdict',
    validateChain(
      analysis.chain.map(({ item_id, space, version }) => ({ item_id, space, version })),
      everyPart,
    ),
  )
  const checks = new WorkspaceChecker(workspace).checkAll()
  const entries = checks.flatMap(({ findings }) =>
    findings.map((one) => diagnosticEntry(placer, one, workspace.settings.dev_mode)),
  )
  carried('check', [checks.map(({ findings, ...check }) => [check, findings.length]), entries])
  const lockfile = newLockfile(analysis, '2026-02-18T12:00:00+00:00')
  carried('lockfile', lockfile)
  if (lockfile) carried('content of the lockfile', JSON.parse(lockfile.text))
}

/** Each tried fix requires an analysis, so fixes are computed only occasionally. */
const anyOptions = fc.record({ show_secrets: fc.boolean(), fixes: fc.nat({ max: 9 }).map((one) => one === 0) })
const cases = 200
const timeout = propertyTimeout(cases)

test('R9.10: every document of any workspace survives a JSON round-trip', { timeout }, () => {
  fc.assert(
    fc.property(anyQuestion, anyOptions, (question, options) => {
      const tree = new MemoryTree()
      for (const [path, bytes] of Object.entries(question.files)) tree.write(path, bytes)
      documentsBeforeRun(new Workspace(question.settings, tree, pureHost), question, options)
    }),
    { numRuns: propertyRuns(cases) },
  )
})

test.for(Object.entries(exampleSnapshots()))(
  'R9.10: every document of the example %s survives a JSON round-trip',
  ([, snapshot]) => {
    for (const show_secrets of [false, true])
      documentsBeforeRun(workspaceOfDraft(snapshot), snapshot, { show_secrets, fixes: true })
  },
)

/** Checks the parts of a result that leave the engine. The walk of a graph stays in the engine. */
function carriedResult({ graph, ...result }: ExecutionResult): void {
  carried('result', result)
  for (const inner of graph?.calls.values() ?? []) carriedResult(inner)
}

const text = (written: string) => ({ text: written, bytes: written.length, omitted_bytes: 0 })
const exited = (stdout: string, stderr = '', return_code = 0): Outcome => ({
  primitive: 'execute',
  ending: { kind: 'exited', return_code },
  stdout: text(stdout),
  stderr: text(stderr),
  duration_ms: 1,
})
const responded = (body: JsonValue): Outcome => ({
  primitive: 'http_client',
  ending: { kind: 'responded', status_code: 200 },
  headers: { 'content-type': 'application/json' },
  body,
  attempts: 1,
  duration_ms: 1,
})

function executed(workspace: Workspace, item_id: string, answer: () => Outcome): Promise<ExecutionResult> {
  const graphs = {
    milliseconds: () => 0,
    cancelled: () => false,
    observe: () => undefined,
    pause: () => Promise.resolve(),
    limits: { graphSteps: 100, graphActions: 100 },
  }
  const host = { run: () => Promise.resolve(answer()), now: () => '2026-02-18T12:00:00+00:00', graphs }
  const asked = { item_type: 'tool', action: 'run', item_id, parameters: new Map(), project_path: '/project' } as const
  return executeCall(workspace, asked, host)
}

const odd = ['-0', '-0.0', 'NaN', '-Infinity', '1e400', '0.1', '99999999999999999999', '""', '{"success": false}']
const process = {
  files: { '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n' },
}

test('R14.1: a result survives a JSON round-trip for any process output', { timeout }, async () => {
  const printed = fc.oneof(
    fc.constantFrom(...odd, ...odd.map((one) => `{"success": false, "error": [${one}]}`)),
    fc.json({ depthSize: 'small' }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const { workspace } = open(process)
  await fc.assert(
    fc.asyncProperty(printed, printed, fc.integer({ min: 0, max: 2 }), async (stdout, stderr, code) => {
      carriedResult(await executed(workspace, 't', () => exited(stdout, stderr, code)))
    }),
    { numRuns: propertyRuns(cases) },
  )
})

const request = {
  files: { '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/http_client\nconfig: {url: "http://a/"}\n' },
}

function jsonIn(text: string): JsonValue {
  const read = readJson(text)
  return 'value' in read ? read.value : text
}

test('R15.2: a result survives a JSON round-trip for any server response', { timeout }, async () => {
  const numbers = fc.constantFrom('-0', '1e400', '-1e400', '[1e999, {"a": -0}]').map((json) => jsonIn(json))
  const { workspace } = open(request, { dialect: 'lilux' })
  await fc.assert(
    fc.asyncProperty(fc.oneof(numbers, fc.json().map(jsonIn)), async (body) => {
      const result = await executed(workspace, 't', () => responded(body))
      expect(result.success).toBe(true)
      carriedResult(result)
    }),
    { numRuns: propertyRuns(cases) },
  )
})

const graphTree = (graph: JsonValue) => ({
  files: {
    '/system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml':
      'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nanchor: {enabled: true, mode: always}\nconfig: {command: walk}\n',
    '/project/.ai/tools/t/a.yaml': process.files['/project/.ai/tools/t.yaml'],
    '/project/.ai/tools/t/b.yaml': process.files['/project/.ai/tools/t.yaml'],
    '/project/.ai/tools/g.yaml': JSON.stringify({
      tool_type: 'graph',
      executor_id: 'rye/core/runtimes/state-graph/runtime',
      ...(graph as object),
    }),
  },
})

test('R16.1: the documents of any graph, and its walk result, survive a JSON round-trip', { timeout }, async () => {
  let walked = 0
  await fc.assert(
    fc.asyncProperty(anyGraph, anyAnswers, anyOptions, async (graph, answers, options) => {
      const { workspace } = open(graphTree(graph))
      documentsBeforeRun(workspace, { item_id: 'g', parameters: '{}' }, options)
      let calls = 0
      const result = await executed(workspace, 'g', () => exited(JSON.stringify(answers[calls++ % answers.length])))
      walked += Number(result.graph !== undefined)
      carriedResult(result)
    }),
    { numRuns: propertyRuns(cases) },
  )
  expect(walked).toBeGreaterThan(propertyRuns(cases) / 4)
})
