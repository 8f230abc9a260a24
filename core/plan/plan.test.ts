import { expect, test } from 'vitest'
import { canonicalDigest, canonicalJson } from '../trust/integrity/canonical.ts'
import { pureHost } from '../pure-host.ts'
import { open, workspace } from '../testing/index.ts'
import { resolveRun } from '../answer/analyze.ts'
import { canonicalPlan, planDigest, planPrimitive, planValue } from './plan.ts'
import { sourcedText } from './template/sourced.ts'
import { analyzeFiles } from '../testing/workspace.ts'
import { tool } from '../testing/worst/attack.ts'

const files = workspace`
  === project/tools/process.yaml
  executor_id: rye/core/primitives/execute
  env_config: {env: {"\\uE000": private, "\\U0001F600": "smile \\u00e9", Z: "quote \\" and \\\\", A: "1"}}
  config: {command: run, args: [1.5, "b\\tc", "{tool_path}"], input_data: "{params_json}", cwd: /project, timeout: 2.0}
  === project/tools/bare.yaml
  executor_id: rye/core/primitives/execute
  config: {command: run, timeout: 0}
  === project/tools/request.yaml
  executor_id: rye/core/primitives/http_client
  config: {url: "https://example.org", method: post, body: {b: [1, 2.0], a: null}, headers: {X: y}}
`

test.for([
  { item_id: 'process', dialect: 'lillux' },
  { item_id: 'bare', dialect: 'lillux' },
  { item_id: 'request', dialect: 'lilux' },
] as const)('the digest of $item_id is that of its canonical JSON (R9.6)', ({ item_id, dialect }) => {
  const { workspace } = open(files, { dialect })
  const { plan, findings } = resolveRun(workspace, { item_id, parameters: '{"\u00e9": 1}' })
  if (!plan) throw new Error(JSON.stringify(findings))
  expect(canonicalPlan(plan)).toBe(canonicalJson(planValue(plan)))
  expect(planDigest(workspace.host, plan)).toBe(canonicalDigest(pureHost, planValue(plan)))
})

test('an environment that is not a mapping makes the plan incomplete', () => {
  const { workspace } = open(files)
  const config = new Map([['env', sourcedText('A=1', { kind: 'caller' })]])
  expect(planPrimitive(workspace, 'execute', config, new Map(), new Map())).toEqual({
    problem: { code: 'plan-incomplete', primitive: 'execute', problem: 'env is not a mapping', at: null },
  })
})

test.for([
  { item_id: 'process', dialect: 'lillux', field: 'env' },
  { item_id: 'request', dialect: 'lilux', field: 'headers' },
] as const)('R9.6: $field of a plan is an object for any names in any order', ({ item_id, dialect, field }) => {
  const named = workspace`
    === project/tools/process.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {b: x, "2": y, "1": z, "$py": dict}}
    config: {command: run}
    === project/tools/request.yaml
    executor_id: rye/core/primitives/http_client
    config: {url: "https://example.org", headers: {b: x, "2": y, "1": z, "$py": dict}}
  `
  const { plan } = open(named, { dialect }).analyze(item_id)
  expect(plan).toMatchObject({ [field]: { b: 'x', '2': 'y', '1': 'z', $py: 'dict' } })
})

test.for([
  { config: '{args: [a]}', says: '(/project/.ai/tools/t.yaml): no command is configured' },
  { config: '{command: "${LILLUX}"}', says: 'because ${LILLUX} has no value' },
])('R9.6: the finding for an incomplete plan names the item, the file and the cause: $config', ({ config, says }) => {
  const said = analyzeFiles(tool(`config: ${config}`)).diagnostics.find(({ code }) => code === 'plan-incomplete')
  expect(said?.message).toContain('for "t" (/project/.ai/tools/t.yaml)')
  expect(said?.message).toContain(says)
  expect(said?.at?.path).toBe('/project/.ai/tools/t.yaml')
})
