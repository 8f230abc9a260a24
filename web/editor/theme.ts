import { monaco } from './monaco.ts'

// The build shortens `#ffffff`, but Monaco requires six digits.
function longHex(color: string): string {
  return /^#[0-9a-f]{3}$/i.test(color) ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color
}

/** Apply the page's colors to the editor. They are custom properties that change with the theme. */
export function applyTheme(): void {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string): string => longHex(style.getPropertyValue(`--${name}`).trim())
  const rule = (
    token: string,
    name: string,
    fontStyle = '',
  ): { token: string; foreground: string; fontStyle: string } => ({
    token,
    foreground: color(name).slice(1),
    fontStyle,
  })
  const dark = style.colorScheme === 'dark'
  const contrast = document.documentElement.dataset['theme'] === 'contrast'
  monaco.editor.defineTheme('rye', {
    base: contrast ? 'hc-black' : dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('comment', 'ink-3', 'italic'),
      rule('string', 'ok'),
      rule('keyword', 'project'),
      rule('number', 'user'),
      rule('type', 'ink', 'bold'),
      rule('', 'ink'),
    ],
    colors: {
      'editor.background': color('raised'),
      'editor.foreground': color('ink'),
      'editorLineNumber.foreground': color('ink-3'),
      'editorLineNumber.activeForeground': color('ink'),
      'editor.lineHighlightBackground': color('sunk'),
      'editor.lineHighlightBorder': '#00000000',
      'editorCursor.foreground': color('ink'),
      'editorWidget.background': color('raised'),
      'editorWidget.border': color('line'),
      'editorHoverWidget.background': color('raised'),
      'editorHoverWidget.border': color('line-strong'),
      'menu.background': color('raised'),
      'menu.foreground': color('ink'),
      'menu.border': color('line-strong'),
      'menu.selectionBackground': color('hover'),
      'menu.selectionForeground': color('ink'),
      'menu.separatorBackground': color('line'),
      'editorSuggestWidget.background': color('raised'),
      'editorSuggestWidget.selectedBackground': color('hover'),
      'editorSuggestWidget.selectedForeground': color('ink'),
      'editorSuggestWidget.highlightForeground': color('why'),
      'editorSuggestWidget.focusHighlightForeground': color('why'),
      'editorCodeLens.foreground': color('ink-3'),
      'editorError.foreground': color('fail'),
      'editorWarning.foreground': color('warn'),
      'editorHint.foreground': color('ink-3'),
      focusBorder: color('focus'),
    },
  })
  monaco.editor.setTheme('rye')
}
