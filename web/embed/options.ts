/** The options in an embed's address, in addition to the draft. */
export interface EmbedOptions {
  readonly editable: boolean
  readonly theme: 'system' | 'light' | 'dark'
}

/** Read `&edit` and `&theme=` after the draft, or after `?`. */
export function embedOptions(hash: string, search: string): EmbedOptions {
  const [, ...rest] = hash.split('&')
  const options = new URLSearchParams([search.replace(/^\?/, ''), ...rest].join('&'))
  const theme = options.get('theme')
  return { editable: options.has('edit'), theme: theme === 'light' || theme === 'dark' ? theme : 'system' }
}

/** The fragment without the embed options, so that the playground can open it. */
export function withoutEmbedOptions(hash: string): string {
  return hash
    .split('&')
    .filter((part, index) => index === 0 || !/^(?:edit|theme)(?:=|$)/.test(part))
    .join('&')
}
