import { expect, test } from 'vitest'
import { framePolicy, framePolicyHeader } from './frame-policy.ts'

test('the policy allows one script to run and no request', () => {
  const directives = framePolicy('sha256-x').split('; ')
  expect(directives[0]).toBe("default-src 'none'")
  expect(directives).toContain("script-src 'sha256-x' blob: 'wasm-unsafe-eval'")
  expect(directives.some((directive) => directive.startsWith('connect-src'))).toBe(false)
  expect(framePolicy('sha256-x')).not.toMatch(/'self'|'unsafe-eval'|'unsafe-inline'|https?:|\*/)
})

test('the header also removes the origin on a direct visit', () => {
  expect(framePolicyHeader('sha256-x')).toMatch(/^sandbox allow-scripts; /)
  expect(framePolicyHeader('sha256-x')).toContain("frame-ancestors 'self'")
})
