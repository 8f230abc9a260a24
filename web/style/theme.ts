import { systemThemes } from './system-themes.ts'

export type ThemeName = 'system' | 'light' | 'dark' | 'contrast'

/** Put a theme on the page and follow the system where that was asked for; gives what ends the following. */
export function applyTheme(theme: ThemeName): () => void {
  const wishes = systemThemes.map(([name, query]) => ({ name, query: matchMedia(query) }))
  const apply = (): void => {
    const system = wishes.find(({ query }) => query.matches)?.name ?? 'light'
    document.documentElement.dataset['theme'] = theme === 'system' ? system : theme
  }
  apply()
  for (const { query } of wishes) query.addEventListener('change', apply)
  return () => {
    for (const { query } of wishes) query.removeEventListener('change', apply)
  }
}
