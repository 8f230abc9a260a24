import { importLimits } from '../files/import-limits.ts'
import type { Playground } from '../state/playground.svelte.ts'

/** Why a text is not pasted into a file: more than an import would take, no link could carry. Undefined where it is small enough. */
export function pasteProblem(text: string): string | undefined {
  const most = importLimits.fileBytes
  // No character takes more than three bytes.
  if (text.length * 3 <= most) return undefined
  const bytes = new TextEncoder().encode(text).length
  if (bytes <= most) return undefined
  return `The pasted text has ${(bytes / 1_000_000).toFixed(1)} MB; a file can have at most ${most / 1_000_000} MB (limit fileBytes). Nothing was changed. Paste a smaller part.`
}

/** Refuse such a paste before an editor takes it: a plain field holds the page up for half a minute over 10 MB. */
export function refuseLargePastes({ view }: Playground): void {
  document.addEventListener(
    'paste',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('[aria-label="Editor"]')) return
      const problem = pasteProblem(event.clipboardData?.getData('text/plain') ?? '')
      if (problem === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      view.say({ text: problem, tone: 'trouble' })
    },
    { capture: true },
  )
}
