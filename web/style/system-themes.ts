/**
 * The themes that a system asks for by a media query, the strongest wish first; the document's first script knows them too
 * (`web/build/first-worker.ts`).
 */
export const systemThemes = [
  ['contrast', '(prefers-contrast: more)'],
  ['dark', '(prefers-color-scheme: dark)'],
] as const
