import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFramePolicy, policyFor } from './csp.ts'

let web: string
beforeAll(() => {
  web = mkdtempSync(join(tmpdir(), 'rye-csp-'))
  mkdirSync(join(web, 'sandbox'))
})
afterAll(() => rmSync(web, { recursive: true }))

const page = (ancestors: string): string =>
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "worker-src 'self' blob:; frame-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
  `frame-ancestors ${ancestors}; form-action 'none'`

test.for([
  ['/', page("'self'")],
  ['/api/health', page("'self'")],
  ['/embed', page('*')],
  ['/embed.html', page('*')],
  ['/embed/', page('*')],
  ['/embedded', page("'self'")],
  ['/x/embed', page("'self'")],
  ['/sandbox/frame.html', 'built'],
] as const)('%s has the expected content security policy', ([path, policy]) => {
  expect(policyFor(path, () => 'built')).toBe(policy)
})

test('a frame without a built policy gets the strictest policy', () => {
  expect(policyFor('/sandbox/frame.html', () => undefined)).toBe(
    "sandbox allow-scripts; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
})

test.for([
  ['{"policy": "sandbox allow-scripts; script-src x"}', 'sandbox allow-scripts; script-src x'],
  ['{"policy": "script-src x; sandbox allow-scripts;"}', undefined],
  ['{"policy": "sandbox allow-scripts allow-same-origin; script-src x"}', undefined],
  ['{"policy": 1}', undefined],
  ['{"other": "sandbox allow-scripts; script-src x"}', undefined],
  ['null', undefined],
  ['"policy"', undefined],
  ['{', undefined],
] as const)('the frame policy is read only from a valid build manifest: %s', ([manifest, policy]) => {
  writeFileSync(join(web, 'sandbox/manifest.json'), manifest)
  expect(builtFramePolicy(web)).toBe(policy)
})

test('a folder without a page has no frame policy', () => {
  expect(builtFramePolicy(join(web, 'none'))).toBeUndefined()
})
