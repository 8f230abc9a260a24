/**
 * The Content-Security-Policy of the sandbox frame and of every worker in it: no network of any kind, only the one
 * inline script and what it makes itself. `'self'` would let `importScripts` send requests, hence a hash and `blob:`.
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

/** The same as a response header, where the frame can also be made opaque on a direct visit and closed to strangers. */
export function framePolicyHeader(scriptHash: string): string {
  return `sandbox allow-scripts; ${framePolicy(scriptHash)}; frame-ancestors 'self'`
}
