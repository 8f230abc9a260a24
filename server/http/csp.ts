import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the page may load and do; Monaco needs inline styles, its workers come as blobs. */
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

/** Until the page says otherwise, the frame in which simulated code runs may do nothing at all. */
const CLOSED_FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The Content-Security-Policy of a path: strict for all, framable by others only for `/embed`. That of the frame is asked for each time. */
export function policyFor(path: string, frameCsp: () => string | undefined): string {
  if (path === '/sandbox/frame.html') return frameCsp() ?? CLOSED_FRAME_POLICY
  return pagePolicy(/^\/embed(\.html)?(\/|$)/.test(path) ? '*' : "'self'")
}

/** The policy that the build wrote for the frame of its interpreters: it names the hash of the one script in it. */
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
