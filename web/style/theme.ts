export type ThemeName = 'system' | 'light' | 'dark' | 'contrast'

/** Put a theme on the page and follow the system where that was asked for; gives what ends the following. */
export function applyTheme(theme: ThemeName): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const contrast = matchMedia('(prefers-contrast: more)')
  const apply = (): void => {
    const system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset['theme'] = theme === 'system' ? system : theme
  }
  apply()
  dark.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  return () => {
    dark.removeEventListener('change', apply)
    contrast.removeEventListener('change', apply)
  }
}
