import { tick } from 'svelte'
import type { Reveal } from '#core/learn'
import { answerNamed } from '../state/answers.ts'
import type { Playground } from '../state/playground.svelte.ts'

const notEmbedded = 'This setting is available only in the playground, not in an embedded lesson.'

/** Show the target of a step ("Show me where"). */
export function showPlace(playground: Playground, reveal: Reveal): void {
  const { session, view } = playground
  switch (reveal.kind) {
    case 'value':
      return showSource(playground, reveal.pointer)
    case 'answer':
      view.show(answerNamed(reveal.answer) ?? view.answer)
      return bringAnswers()
    case 'rule':
      if (!showRule(reveal.rule)) view.say({ text: notEmbedded, tone: 'calm' })
      return
    case 'file': {
      const { path, find } = reveal
      const text = session.textOf(path)
      if (text === undefined) return view.say({ text: `${path} no longer exists.`, tone: 'calm' })
      const start = find === null ? 0 : Math.max(0, text.indexOf(find))
      const end = find !== null && text.includes(find) ? start + find.length : start
      return playground.goTo({ path, start, end })
    }
  }
}

/** Open Why for a value. */
export function showSource(playground: Playground, pointer: string): void {
  playground.ask(pointer)
  bringAnswers()
}

/**
 * Scroll a setting into view and focus it. Opens Rules first if needed. Returns false in an embed, which has no
 * settings.
 */
function showRule(rule: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-rule="${rule}"]`)
  field?.closest<HTMLElement>('[popover]:not(:popover-open)')?.showPopover()
  field?.focus()
  // Animate an outline, because the browser shows no focus ring after a click.
  field?.animate({ outline: ['3px solid var(--why)', '3px solid var(--why)'], outlineOffset: ['2px', '2px'] }, 2000)
  return field !== null
}

/** On a phone, scroll to the answers: they are under the chain, and the lesson covers part of the page. */
function bringAnswers(): void {
  void tick().then(() => document.querySelector('.phone .answers')?.scrollIntoView({ block: 'start' }))
}
