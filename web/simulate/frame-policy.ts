/**
 * The Content-Security-Policy of the sandbox frame and of every worker in it. It blocks all
 * network requests, and allows only the inline script and its own blobs. `'self'` would allow requests of `importScripts`.
 */
export function framePolicy(scriptHash: string): string {
  return [
    "default-src 'none'",
    `script-src '${scriptHash}' blob: 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The policy as a response header, which also makes the frame opaque on a direct visit and prevents embedding by other origins. */
export function framePolicyHeader(scriptHash: string): string {
  return `sandbox allow-scripts; ${framePolicy(scriptHash)}; frame-ancestors 'self'`
}
