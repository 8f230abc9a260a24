import { tick } from 'svelte'

/**
 * Scroll a setting into view and focus it. Opens Rules first if needed. Returns false in an embed, which has no
 * settings.
 */
export function showRule(rule: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-rule="${rule}"]`)
  field?.closest<HTMLElement>('[popover]:not(:popover-open)')?.showPopover()
  field?.focus()
  // Animate an outline, because the browser shows no focus ring after a click.
  field?.animate({ outline: ['3px solid var(--why)', '3px solid var(--why)'], outlineOffset: ['2px', '2px'] }, 2000)
  return field !== null
}

/** On a phone, scroll to the answers: they are under the chain, and the lesson covers part of the page. */
export function bringAnswers(): void {
  void tick().then(() => document.querySelector('.phone .answers')?.scrollIntoView({ block: 'start' }))
}
