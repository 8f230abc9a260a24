/** Whether an embed can be edited, and its theme. */
export interface EmbedChoice {
  readonly edit: boolean
  readonly theme: 'system' | 'light' | 'dark'
}

/**
 * HTML that shows the chain of a link in another page: a frame, and a script that applies the height that the frame
 * reports. The script accepts messages only from that frame and its origin, and reads only a number from them.
 */
export function embedSnippet(base: string, fragment: string, { edit, theme }: EmbedChoice): string {
  const place = fragment.replaceAll('&', '&amp;')
  const options = `${edit ? '&amp;edit' : ''}${theme === 'system' ? '' : `&amp;theme=${theme}`}`
  return `<iframe src="${base}embed/#${place}${options}" title="Rye chain" width="100%" height="480" style="border: 0"></iframe>
<script>
  ((frame) => addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== '${new URL(base).origin}' || data?.kind !== 'rye-chain-height') return
    if (data.height > 0) frame.height = Math.min(data.height, 4000)
  }))(document.currentScript.previousElementSibling)
</script>
`
}
