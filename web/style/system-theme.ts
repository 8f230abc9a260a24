/**
 * The theme that the system asks for; `asks` says whether a media query holds. It needs nothing else: the document's first script holds
 * its text (`vite-first-worker.ts`), so that what is drawn before the page has its colours too.
 */
export function systemTheme(asks: (query: string) => boolean): 'contrast' | 'dark' | 'light' {
  if (asks('(prefers-contrast: more)')) return 'contrast'
  return asks('(prefers-color-scheme: dark)') ? 'dark' : 'light'
}
