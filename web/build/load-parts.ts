import type { Plugin } from 'vite'

/** Loads parts of the page with `loader`, which exports `__vitePreload`, instead of Vite's own function. */
export function loadParts(loader: string): Plugin {
  return {
    name: 'rye-load-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === '\0vite/preload-helper.js' ? loader : undefined),
  }
}
