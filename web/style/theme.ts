import { systemTheme } from './system-theme.ts'

export type ThemeName = 'system' | 'light' | 'dark' | 'contrast'

/** Put a theme on the page and follow the system where that was asked for; gives what ends the following. */
export function applyTheme(theme: ThemeName): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  const apply = (): void => {
    const system = systemTheme((query) => matchMedia(query).matches)
    document.documentElement.dataset['theme'] = theme === 'system' ? system : theme
  }
  apply()
  for (const query of queries) query.addEventListener('change', apply)
  return () => {
    for (const query of queries) query.removeEventListener('change', apply)
  }
}
