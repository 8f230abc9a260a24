import { nameOfPointer } from '#core/answer'
import type { Clicked } from '#core/expect'
import type { Reveal } from '#core/learn'
import { answerNamed, panelOf, panelTitle } from '../state/answers.ts'
import { baseName } from '../files/places.ts'

/**
 * A place for "Show me where": the selected part of a file, or the cursor's line. The place is a string to search for,
 * extended backward until its first match is at the selected part.
 */
export function placeIn(path: string, text: string, from: number, to: number): Reveal {
  let [start, end] = [from, to]
  if (start === end) {
    start = lineStart(text, start)
    const next = text.indexOf('\n', end)
    const line = text.slice(start, next < 0 ? text.length : next)
    start += line.length - line.trimStart().length
    end = start + line.trim().length
  }
  if (start >= end) return { kind: 'file', path, find: null }
  while (text.indexOf(text.slice(start, end)) !== start) {
    const own = lineStart(text, start)
    start = own < start ? own : lineStart(text, own - 1)
  }
  return { kind: 'file', path, find: text.slice(start, end) }
}

/** The start of the line that contains an offset. */
function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/**
 * The default target of "Show me where": the place of the clicked element, or otherwise the value whose explanation is
 * open (`asked`); null without both.
 */
export function placeOfClicked(clicked: Clicked | undefined, asked: string | undefined): Reveal | null {
  switch (clicked?.kind) {
    case undefined:
      return asked === undefined ? null : { kind: 'value', pointer: asked }
    case 'value':
      return { kind: 'value', pointer: clicked.pointer }
    case 'file':
      return { kind: 'file', path: clicked.path, find: null }
    case 'result':
      return { kind: 'answer', answer: 'results' }
    case 'lockfile':
      return { kind: 'answer', answer: 'integrity' }
    default:
      return { kind: 'answer', answer: 'problems' }
  }
}

/** A description of the target of "Show me where". */
export function revealInWords(reveal: Reveal | null): string {
  switch (reveal?.kind) {
    case undefined:
      return 'nothing'
    case 'file':
      return reveal.find === null ? baseName(reveal.path) : `“${firstLine(reveal.find)}” in ${baseName(reveal.path)}`
    case 'value':
      return nameOfPointer(reveal.pointer)
    case 'rule':
      return `the ${reveal.rule.replace('_', ' ')} setting`
    case 'answer':
      return tabInWords(reveal.answer)
  }
}

function tabInWords(answer: string): string {
  const named = answerNamed(answer)
  return `the ${named === undefined ? answer : panelTitle(panelOf(named))} tab`
}

function firstLine(text: string): string {
  const [first = '', ...more] = text.split('\n')
  return more.length > 0 || first.length > 60 ? `${first.slice(0, 60)}…` : first
}
