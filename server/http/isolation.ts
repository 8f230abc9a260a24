/**
 * Headers that isolate the page: no window or file of another site shares its process. Browsers then allow the page to
 * share memory with its workers, which `web/app/shared-answers.ts` uses. Every response has them: a worker whose script
 * lacks them does not start. The stricter `require-corp` would break the simulation in WebKit, where no blob worker
 * would start. WebKit does not support `credentialless`, so it shares no memory.
 */
export function isolation(path: string): Readonly<Record<string, string>> {
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    // The frame of the simulation has no origin, so Firefox treats it as cross-origin.
    'Cross-Origin-Resource-Policy': path.endsWith('/sandbox/frame.html') ? 'cross-origin' : 'same-origin',
  }
}
