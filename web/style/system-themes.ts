/**
 * The themes that an operating system requests with a media query, in order of priority. The document's first script
 * also contains them (`web/build/first-worker.ts`).
 */
export const systemThemes = [
  ['contrast', '(prefers-contrast: more)'],
  ['dark', '(prefers-color-scheme: dark)'],
] as const
