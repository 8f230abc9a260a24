import { importLimits } from '../files/import-limits.ts'
import type { Playground } from '../state/playground.svelte.ts'

/** An error message if pasted text exceeds the byte limit for imported files; otherwise undefined. */
export function pasteProblem(text: string): string | undefined {
  const most = importLimits.fileBytes
  // A UTF-16 code unit needs at most three bytes in UTF-8.
  if (text.length * 3 <= most) return undefined
  const bytes = new TextEncoder().encode(text).length
  if (bytes <= most) return undefined
  return `The pasted text is ${(bytes / 1_000_000).toFixed(1)} MB, but a file can be at most ${most / 1_000_000} MB. Your draft is unchanged. Paste a smaller part.`
}

/** Refuse a large paste before the editor handles it: 10 MB would block a plain text field for half a minute. */
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
