/** All files of all bundles of the product, by path inside the repository. Large: import it lazily (see `bundles.ts`). */
export const bundleTexts = import.meta.glob<string>(
  ['../../core/bundles/*/*/bundle.json', '../../core/bundles/*/*/.ai/**/*'],
  { query: '?raw', import: 'default', eager: true, exhaustive: true },
)
