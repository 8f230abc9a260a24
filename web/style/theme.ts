import { systemThemes } from './system-themes.ts'

export type ThemeName = 'system' | 'light' | 'dark' | 'contrast'

/**
 * Apply a theme to the page. The theme `system` follows the operating system. Returns a function that stops following
 * it.
 */
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
