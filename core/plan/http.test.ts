import { expect, test } from 'vitest'
import type { Analysis } from '../answer/analysis.ts'
import { open, workspace } from '../testing/workspace.ts'

// R9.6, R9.7, R15.2: the request that `http_client` would send.

const files = (config: string) => workspace`
  === /project/.env
  TOKEN=t0p
  === project/tools/t.yaml
  executor_id: rye/core/primitives/http_client
  config: ${config}
`
const run = (config: string, given = '{}'): Analysis =>
  open(files(config), { dialect: 'lilux' }).analyze('t', given, { show_secrets: true })

const plain = { method: 'GET', url: 'http://h/', headers: {}, body: null, auth: null, timeout: 30, mode: 'sync' }

test.for([
  { config: '{url: "http://h/"}', plan: plain },
  { config: '{url: "http://h/", method: post}', plan: { ...plain, method: 'POST' } },
  { config: '{url: "http://{host}/{n}?q=${TOKEN}"}', plan: { url: 'http://h/5?q=t0p' } },
  {
    config: '{url: "http://h/", headers: {A: "{n}", B: 5, C: "${TOKEN}"}}',
    plan: { headers: { A: '5', B: '5', C: 't0p' } },
  },
  { config: '{url: "http://h/", method: POST, body: {n: "{n}", s: "<{n}>"}}', plan: { body: { n: 5, s: '<5>' } } },
  { config: '{url: "http://h/", method: PUT, body: [1, "{host}"]}', plan: { body: [1, 'h'] } },
  { config: '{url: "http://h/", method: PATCH, body: {a: "{unfilled}", b: 1}}', plan: { body: { b: 1 } } },
  { config: '{url: "http://h/", method: GET, body: {a: 1}}', plan: { body: null } },
  { config: '{url: "http://h/", method: DELETE, body: {a: 1}}', plan: { body: null } },
  {
    config: '{url: "http://h/", auth: {type: bearer, token: "${TOKEN}"}}',
    plan: { auth: { type: 'bearer', token: 't0p' } },
  },
  {
    config: '{url: "http://h/", auth: {type: api_key, key: k}}',
    plan: { auth: { type: 'api_key', key: 'k', header: 'X-API-Key' } },
  },
  {
    config: '{url: "http://h/", auth: {type: api_key, key: k, header: H}}',
    plan: { auth: { type: 'api_key', key: 'k', header: 'H' } },
  },
  { config: '{url: "http://h/", timeout: 3, mode: stream}', plan: { timeout: 3, mode: 'stream' } },
  {
    config: '{url: "http://h/", retry: {max_attempts: 3}}',
    plan: { retry: { max_attempts: 3, backoff: 'exponential' } },
  },
  { config: '{url: "http://h/", retry: {max_attempts: 0}}', plan: { retry: { max_attempts: 1 } } },
  { config: '{url: "http://h/", retry: {max_attempts: -2}}', plan: { retry: { max_attempts: 1 } } },
  { config: '{url: "http://h/"}', plan: { retry: { max_attempts: 1, backoff: 'exponential' } } },
])('R9.6: the config $config has the expected plan', ({ config, plan }) => {
  expect(run(config, '{"n": 5, "host": "h"}').plan).toMatchObject(plan)
})

test.for([
  '{}',
  '{url: ""}',
  '{url: [a]}',
  '{url: "http://h/", headers: [a]}',
  '{url: "http://h/", auth: {type: magic}}',
  '{url: "http://h/", auth: text}',
])('R9.6: the config %s produces no plan', (config) => {
  const found = run(config)
  expect(found).toMatchObject({ status: 'refused', plan: null })
  expect(found.diagnostics).toContainEqual(expect.objectContaining({ code: 'plan-incomplete', severity: 'error' }))
})

test('R9.6: headers that are not a mapping are reported at their place', () => {
  const here = files('{url: "http://h/", headers: [a]}')
  const { diagnostics } = open(here, { dialect: 'lilux' }).analyze('t', '{}')
  const at = diagnostics.find(({ code }) => code === 'plan-incomplete')?.at
  expect(at && here.files[at.path]?.slice(at.start, at.end)).toBe('[a]')
})

test('R9.7: url, headers, auth and the leaves of the body list the origin of each part', () => {
  const here = workspace`
    === /project/.env
    TOKEN=«t0p»
    === project/tools/t.yaml
    executor_id: rye/core/primitives/http_client
    config:
      url: «http://h/»{n}
      method: POST
      headers: {A/B: "«Bearer »\${TOKEN}"}
      auth: {type: bearer, token: "\${TOKEN}"}
      body: {deep: ["«x»{n}"]}
  `
  const { provenance } = open(here, { dialect: 'lilux' }).analyze('t', '{"n": "5"}', { show_secrets: true })
  const reported = (pointer: string) => {
    const { value, spans = [] } = provenance[pointer]!
    return spans.map(({ start, end, by, at }) => [String(value).slice(start, end), by.kind, at])
  }
  const [token, url, bearer, body] = here.marks
  const five = { path: '(parameters)', start: 7, end: 8 }
  expect(reported('/plan/url')).toEqual([
    ['http://h/', 'element', url],
    ['5', 'caller', five],
  ])
  expect(reported('/plan/headers/A~1B')).toEqual([
    ['Bearer ', 'element', bearer],
    ['t0p', 'dotenv', token],
  ])
  expect(reported('/plan/auth/token')).toEqual([['t0p', 'dotenv', token]])
  expect(reported('/plan/body/deep/0')).toEqual([
    ['x', 'element', body],
    ['5', 'caller', five],
  ])
})

test('R9.7: settings without templates list an origin too, and a default has no contributor', () => {
  const here = workspace`
    === project/tools/t.yaml
    executor_id: r
    config: {url: "http://h/", retry: {max_attempts: «50»}, mode: «other»}
    === project/tools/r.yaml
    executor_id: rye/core/primitives/http_client
    config: {timeout: «7»}
  `
  const { provenance } = open(here, { dialect: 'lilux' }).analyze('t', '{"timeout": 9}')
  const [attempts, mode, timeout] = here.marks
  expect(provenance['/plan/timeout']).toMatchObject({
    value: 9,
    by: { kind: 'caller' },
    beat: [{ value: 7, at: timeout }],
  })
  expect(provenance['/plan/retry/max_attempts']).toMatchObject({ value: 10, by: { item_id: 't' }, at: attempts })
  expect(provenance['/plan/retry/backoff']).toMatchObject({ value: 'exponential', by: { kind: 'default' }, at: null })
  expect(provenance['/plan/mode']).toMatchObject({ value: 'sync', by: { item_id: 't' }, at: mode })
})

test('R9.6: different requests have different digests', () => {
  const digest = (config: string): unknown => run(config).plan?.digest
  const one = digest('{url: "http://h/", method: POST, body: {a: 1, b: 2}}')
  expect(digest('{method: POST, body: {b: 2, a: 1}, url: "http://h/"}')).toBe(one)
  expect(digest('{url: "http://h/", method: POST, body: {a: 1, b: 3}}')).not.toBe(one)
})
