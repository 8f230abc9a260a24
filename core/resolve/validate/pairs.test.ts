import { expect, test } from 'vitest'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { untraced, type TraceEvent } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { PyFloat, PySet, PyTuple, type Value } from '../../read/value/value.ts'
import { validateClaims } from './chain.ts'
import type { Claim } from './claim.ts'
import { lintElement, validateTool } from './lint.ts'
import { satisfiesVersion } from './version.ts'

// R4.2 to R4.5: I/O, versions, all pairs, single elements.

const claim = (fields: Partial<Claim>): Claim => ({ item_id: 'x', space: 'project', at: () => null, ...fields })
const pair = (child: Partial<Claim>, parent: Partial<Claim>) =>
  validateClaims([claim({ item_id: 'c', ...child }), claim({ item_id: 'p', ...parent })], untraced)
const codes = (findings: readonly Diagnostic[]): readonly string[] => findings.map(({ code }) => code)
const dict = (entries: Readonly<Record<string, Value>>): Value => new Map(Object.entries(entries))

test.for<[outputs: Value | undefined, inputs: Value | undefined, verdict: string]>([
  [['a', 'b'], ['a'], 'ok'],
  [['a', 'b'], ['b', 'a'], 'ok'],
  [['a'], ['a', 'b'], 'failed'],
  [['a'], ['A'], 'failed'],
  [undefined, ['a'], 'not-declared'],
  [null, ['a'], 'not-declared'],
  [[], ['a'], 'not-declared'],
  [['a'], undefined, 'not-declared'],
  [['a'], null, 'not-declared'],
  [['a'], [], 'not-declared'],
  [[1], [new PyFloat(1)], 'ok'],
  [['1'], [1], 'failed'],
  [dict({ a: 'text' }), ['a'], 'ok'],
  [5, ['a'], 'failed'],
  [[['a']], ['a'], 'failed'],
])('R4.2: outputs %j and inputs %j have the verdict %s', ([outputs, inputs, verdict]) => {
  const { pairs, valid } = pair({ outputs }, { inputs })
  expect(pairs[0]?.io).toBe(verdict)
  expect(valid).toBe(verdict !== 'failed')
})

test.for<[declared: Value, accepted: boolean]>([
  [new PyTuple(['a']), true],
  [new PySet(['a']), true],
  ['a', true],
  [dict({ a: 1 }), true],
  [5, false],
  [true, false],
  [[['a'], 'a'], false],
  [['a', dict({})], false],
  [['a', new PySet([])], false],
])('R4.2: %j is a list of names: %j', ([declared, accepted]) => {
  const wrong = { code: 'metadata-wrong-type', expected: 'a list of names', found: pyStr(declared), at: null }
  const io = accepted ? 'ok' : 'failed'
  const ofChild = pair({ outputs: declared }, { inputs: ['a'] })
  expect(ofChild.pairs[0]?.io).toBe(io)
  expect(ofChild.findings).toEqual(accepted ? [] : [{ ...wrong, item_id: 'c', field: 'outputs' }])
  const ofParent = pair({ outputs: ['a'] }, { inputs: declared })
  expect(ofParent.pairs[0]?.io).toBe(io)
  expect(ofParent.findings).toEqual(accepted ? [] : [{ ...wrong, item_id: 'p', field: 'inputs' }])
})

test.for<[outputs: Value, inputs: Value, names: number]>([
  [['a', 'b'], ['a'], 3],
  [['a'], ['b', 'c'], 3],
  [['a'], [], 0],
  [[], ['a'], 0],
  [['a'], 5, 0],
])('R4.2: outputs %j and inputs %j count as %i compared names', ([outputs, inputs, names]) => {
  expect(pair({ outputs }, { inputs }).names).toBe(names)
})

test('R4.2: the finding names the missing inputs and points at both declarations', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: run
    outputs: «[text]»
    === project/tools/run.yaml
    executor_id: rye/core/primitives/execute
    inputs: «[text, language, size]»
  `
  const finding = open(files)
    .analyze('t')
    .diagnostics.find(({ code }) => code === 'io-missing-input')
  expect(finding?.facts).toMatchObject({ missing: ['language', 'size'], outputs: files.marks[0] })
  expect(finding?.at).toMatchObject(files.marks[1] ?? {})
})

test.for<[version: Value | undefined, constraints: Value, codes: readonly string[]]>([
  ['1.0.0', dict({ min_version: '1.0.0' }), []],
  ['1.0.0', dict({ max_version: '1.0.0' }), []],
  ['0.9.9', dict({ min_version: '1.0.0' }), ['version-too-low']],
  ['1.0.1', dict({ max_version: '1.0.0' }), ['version-too-high']],
  ['1.0.0-rc.1', dict({ min_version: '1.0.0' }), ['version-too-low']],
  ['1.2', dict({ min_version: '1.2.0', max_version: '1.2.0' }), []],
  [2, dict({ min_version: '1.9' }), []],
  [0, dict({ min_version: '1' }), ['version-too-low']],
  [new PyFloat(1), dict({ max_version: '1.0.0' }), []],
  [undefined, dict({ min_version: '1.0.0' }), ['version-missing']],
  [null, dict({ min_version: '1.0.0' }), ['version-missing']],
  ['latest', dict({ min_version: '1.0.0' }), ['version-unreadable']],
  ['1.0.0', dict({ min_version: 'new' }), ['version-unreadable']],
  [true, dict({ min_version: '1.0.0' }), ['version-unreadable']],
  ['1.0.0', dict({ min_version: ['1'] }), ['version-unreadable']],
  ['1.0.0', dict({ min_version: '' }), []],
  ['1.0.0', dict({ min_version: null }), []],
  ['3.0.0', dict({ c: dict({ max_version: '2' }) }), ['version-too-high']],
  ['3.0.0', dict({ other: dict({ max_version: '2' }) }), []],
  ['3.0.0', 'x', ['metadata-wrong-type']],
])('R4.3: the version %j under the constraints %j has the findings %j', ([version, child_constraints, expected]) => {
  const { findings, valid } = pair({ version }, { child_constraints })
  expect(codes(findings)).toEqual(expected)
  expect(valid).toBe(expected.every((code) => code === 'version-missing' || code === 'version-unreadable'))
})

test.for<[version: string, op: string, limit: string, satisfied: boolean]>([
  ['1.2', '==', '1.2.0', true],
  ['v1.2.3', '==', '1.2.3', true],
  ['1.0.0+build', '==', '1.0.0', true],
  ['1.0.0-alpha', '<', '1.0.0-alpha.1', true],
  ['1.0.0-alpha.1', '<', '1.0.0-beta', true],
  ['1.0.0-2', '<', '1.0.0-10', true],
  ['1.0.0-9', '<', '1.0.0-a', true],
  ['1.0.0-rc', '<', '1.0.0', true],
  ['1.10.0', '>', '1.9.0', true],
  ['99999999999999999999.0.0', '>', '99999999999999999998.0.0', true],
  ['1.0.0', '!=', '1.0.0', false],
  ['01.0.0', '==', '5.0.0', true],
  ['1.0.0', '~>', '9.0.0', true],
])('R4.3: %s %s %s is %s', ([version, op, limit, satisfied]) => {
  expect(satisfiesVersion(version, op, limit)).toBe(satisfied)
})

/** A claim whose fields have the places `id.field`. */
const placed = (item_id: string, fields: Partial<Claim>): Claim =>
  claim({ item_id, ...fields, at: (field) => ({ path: `${item_id}.${field}`, start: 0, end: 0 }) })

test.for<[child: Partial<Claim>, parent: Partial<Claim>, places: Readonly<Record<string, string>>]>([
  [{ version: '1' }, { child_constraints: dict({ min_version: '2' }) }, { 'version-too-low': 'c.version' }],
  [{ version: 'new' }, { child_constraints: dict({ min_version: '2' }) }, { 'version-unreadable': 'c.version' }],
  [{}, { child_constraints: dict({ min_version: '2' }) }, { 'version-missing': 'c.version' }],
  [{}, { child_constraints: 5 }, { 'metadata-wrong-type': 'p.child_constraints' }],
  [{ outputs: ['a'] }, { inputs: ['b'] }, { 'io-missing-input': 'p.inputs' }],
  [{ outputs: 5 }, {}, { 'metadata-wrong-type': 'c.outputs' }],
  [{ space: 'system' }, {}, { 'space-incompatible': 'c.executor_id', 'system-to-mutable': 'c.executor_id' }],
])('R4: the findings about %j under %j point at %j', ([child, parent, places]) => {
  const { findings } = validateClaims([placed('c', child), placed('p', parent)], untraced)
  expect(Object.fromEntries(findings.map(({ code, at }) => [code, at?.path]))).toEqual(places)
  for (const finding of findings) {
    if ('constraint' in finding) expect(finding.constraint).toMatchObject({ path: 'p.child_constraints' })
    if (finding.code === 'io-missing-input') expect(finding.outputs).toMatchObject({ path: 'c.outputs' })
  }
})

test.for<[fields: Partial<Claim>, code: string, place: string]>([
  [{ tool_type: 'primitive', executor_id: 'y' }, 'primitive-with-executor', 'demo/x.executor_id'],
  [{ tool_type: 'runtime' }, 'runtime-without-executor', 'demo/x.tool_type'],
  [{ category: 'other' }, 'category-mismatch', 'demo/x.category'],
  [{ category: 'demo' }, 'version-undeclared', '/p'],
  [{ version: '1' }, 'category-undeclared', '/p'],
])('R4.5: the finding about %j is %s at %s', ([fields, code, place]) => {
  const findings = lintElement(placed('demo/x', fields), { path: '/p' })
  expect(findings.find((finding) => finding.code === code)?.at).toEqual({ path: place, start: 0, end: 0 })
})

test('R4.4: every pair is checked and every issue is reported, regardless of earlier failures', () => {
  const chain = [
    claim({ item_id: 'a', space: 'system', outputs: ['x'] }),
    claim({ item_id: 'b', space: 'project', inputs: ['y'], outputs: ['z'], version: '1' }),
    claim({ item_id: 'c', space: 'project', inputs: ['w'], child_constraints: dict({ min_version: '2' }) }),
  ]
  const events: TraceEvent[] = []
  const { valid, validated_pairs, findings, pairs } = validateClaims(chain, (event) => void events.push(event))
  expect([valid, validated_pairs]).toEqual([false, 2])
  expect(codes(findings)).toEqual([
    'space-incompatible',
    'system-to-mutable',
    'io-missing-input',
    'io-missing-input',
    'version-too-low',
  ])
  expect(pairs).toEqual([
    { child: 0, parent: 1, space: 'failed', io: 'failed', version: 'not-declared' },
    { child: 1, parent: 2, space: 'ok', io: 'failed', version: 'failed' },
  ])
  expect(events.map(({ step }) => step)).toEqual(['validate_pair', 'validate_pair'])
})

test.for([0, 1])('R4.4: %i elements have no pair', (length) => {
  const chain = Array.from({ length }, () => claim({}))
  expect(validateClaims(chain, untraced)).toMatchObject({ valid: true, validated_pairs: 0, pairs: [] })
})

test.for<[fields: Partial<Claim>, expected: readonly string[]]>([
  [{ version: '1', category: 'demo' }, []],
  [{ tool_type: 'primitive', executor_id: 'y', version: '1', category: 'demo' }, ['primitive-with-executor']],
  [{ tool_type: 'primitive', executor_id: null, version: '1', category: 'demo' }, []],
  [{ tool_type: 'runtime', version: '1', category: 'demo' }, ['runtime-without-executor']],
  [{ space: 'galaxy', version: '1', category: 'demo' }, ['space-unknown']],
  [{ space: 'system:any', version: '1', category: 'demo' }, []],
  [{ category: 'demo' }, ['version-undeclared']],
  [{ version: 0, category: 'demo' }, []],
  [{ version: '1' }, ['category-undeclared']],
  [{ version: '1', category: 'other' }, ['category-mismatch']],
  [{ item_id: '', version: '1', category: 'demo' }, ['item-id-missing']],
  [{ item_id: 'caf\u00e9/x', version: '1', category: 'cafe\u0301' }, []],
])('R4.5: the element %j has the findings %j', ([fields, expected]) => {
  expect(codes(lintElement(claim({ item_id: 'demo/x', ...fields }), { path: '/p' }))).toEqual(expected)
})

test('R4.5: an element without a folder can have any category', () => {
  expect(validateTool(claim({}))).toEqual([])
  expect(codes(lintElement(claim({ item_id: 'x', version: '1', category: 'any' }), { path: '/p' }))).toEqual([])
})

test('R4.5: a finding about a single element does not prevent a run', () => {
  const run = open(workspace`
    === project/tools/demo/t.yaml
    tool_type: primitive
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `).analyze('demo/t')
  expect(run.status).toBe('ready')
})
