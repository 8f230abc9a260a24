/**
 * Headers that isolate the page: no window or file of another site shares its process. In return a browser lets it share
 * memory with its workers, which `web/app/shared-answers.ts` uses. Every answer has them: a worker whose script has none is not started. The
 * stricter `require-corp` would end the simulation in WebKit, which then starts no worker of a blob; so WebKit, which does not know
 * `credentialless`, shares no memory.
 */
export function isolation(path: string): Readonly<Record<string, string>> {
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    // The frame of the simulation has no origin, so Firefox treats it as cross-origin.
    'Cross-Origin-Resource-Policy': path.endsWith('/sandbox/frame.html') ? 'cross-origin' : 'same-origin',
  }
}
