import { readFileSync } from 'node:fs'
import { join } from '../disk-paths.ts'

/** The policy for the page's scripts, workers and connections. Monaco needs inline styles and blob workers. */
function pagePolicy(frameAncestors: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "form-action 'none'",
  ].join('; ')
}

/** The policy of the simulation frame until the build provides one: it allows nothing. */
const CLOSED_FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * The Content-Security-Policy of a path: strict, and framable by other sites only for `/embed`. The policy of the frame
 * is read per request.
 */
export function policyFor(path: string, frameCsp: () => string | undefined): string {
  if (path === '/sandbox/frame.html') return frameCsp() ?? CLOSED_FRAME_POLICY
  return pagePolicy(/^\/embed(\.html)?(\/|$)/.test(path) ? '*' : "'self'")
}

/**
 * The policy that the build wrote for the simulation frame: it contains the hash of the frame's only script. Undefined
 * without a build.
 */
export function builtFramePolicy(webDir: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(webDir, 'sandbox/manifest.json'), 'utf8'))
    if (typeof manifest !== 'object' || manifest === null || !('policy' in manifest)) return undefined
    const { policy } = manifest
    return typeof policy === 'string' && policy.startsWith('sandbox allow-scripts;') ? policy : undefined
  } catch {
    return undefined
  }
}
