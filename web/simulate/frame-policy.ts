/**
 * The Content-Security-Policy of the sandbox frame and all its workers. It blocks all network requests. It allows only
 * the inline script and blobs of the frame. `'self'` would allow requests by `importScripts`.
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

/**
 * The policy as a response header, which also makes the frame opaque on a direct visit and prevents embedding by other
 * origins.
 */
export function framePolicyHeader(scriptHash: string): string {
  return `sandbox allow-scripts; ${framePolicy(scriptHash)}; frame-ancestors 'self'`
}
