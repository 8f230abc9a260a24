import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { writeJson } from '#core/read'
import { visible } from '#core/text'
import { fenced, partOf, seenFacts, seenValue, type Facts } from './fence.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { outline } from './outline.ts'
import { cuts, shortened, shortenedFacts, type Cut } from './shorten.ts'

/**
 * Maximum number of bytes of text and structured content; at most 6,000 with the fields that the library adds (up to
 * 112 bytes). At three bytes per token, that is 2,000 tokens; few tokenizers need more.
 */
export const answerBytes = 5_880
const headlineCharacters = 600

/**
 * The result of a tool: a headline written by the server, and facts that the text and the structured content both
 * contain.
 */
export interface Answer {
  readonly headline: string
  readonly facts: Facts
  /** Whether the verdict is negative; sets `isError`. */
  readonly failed: boolean
  /** The names of facts that are shortened first. */
  readonly aside?: readonly string[]
}

/**
 * An answer as a tool result within the size limit. The whole answer is stored if it is too long, and the agent can
 * request it.
 */
export function resultOf(answer: Answer, kept: KeptAnswers): CallToolResult {
  const { headline, failed, aside = [] } = answer
  const facts = seenFacts(answer.facts)
  const fitting = (shortened: Facts): CallToolResult | undefined => {
    const result = written(headline, shortened, failed)
    return Buffer.byteLength(JSON.stringify(result)) <= answerBytes ? result : undefined
  }
  const whole = fitting(facts)
  if (whole) return whole
  const more = kept.keep(writeJson(facts, { indent: ' ' }))
  for (const cut of aside.length === 0 ? [] : cuts) {
    const result = fitting({ ...withShort(facts, aside, cut), more })
    if (result) return result
  }
  for (const cut of cuts) {
    const result = fitting({ ...shortenedFacts(withShort(facts, aside, cuts.at(-1) ?? cut), cut), more })
    if (result) return result
  }
  return written(headline, { more }, failed)
}

function withShort(facts: Facts, names: readonly string[], cut: Cut): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, names.includes(name) ? shortened(value, cut) : value]),
  )
}

function written(headline: string, facts: Facts, failed: boolean): CallToolResult {
  const said = visible(partOf(headline, 0, headlineCharacters))
  const text = Object.keys(facts).length === 0 ? said : `${said}\n${fenced(outline(facts).join('\n'))}`
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...facts },
    ...(failed ? { isError: true } : {}),
  }
}

/** The text of an answer without structured content, within the same size limit. */
export function textOf(answer: Answer, kept: KeptAnswers): string {
  return resultOf(answer, kept)
    .content.map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
}

/** A list of rows. A response contains as many rows as fit, starting at a cursor. */
export interface Listed extends Answer {
  readonly rows: readonly Facts[]
  /** The key of the rows among the facts. */
  readonly name: string
  readonly cursor: string | undefined
}

/** A page of a list: the facts about the whole list, the rows that fit, and the cursor for the next page. */
export function pageResult(listed: Listed, kept: KeptAnswers): CallToolResult {
  const { headline, facts, failed, rows, name } = listed
  const mark = markOf(listed)
  const from = placeIn(listed, mark)
  if (from === undefined) {
    const said = 'This cursor does not belong to this list, or the list has changed since.'
    return written(`${said} Omit the cursor to start again.`, {}, true)
  }
  for (const count of [50, 30, 20, 12, 8, 5, 3, 2, 1]) {
    const some = rows.slice(from, from + count).map((row) => seenValue(row))
    const next = from + some.length
    const page = {
      ...seenFacts(facts),
      [name]: some,
      ...(next < rows.length ? { next_cursor: cursorAt(next, mark) } : {}),
    }
    const result = written(headline, page, failed)
    if (Buffer.byteLength(JSON.stringify(result)) <= answerBytes) return result
    if (count === 1) return resultOf({ headline, facts: page, failed }, kept)
  }
  return written(headline, facts, failed)
}

/** The position of a cursor; undefined if it does not belong to the current list. */
function placeIn({ cursor, rows }: Listed, mark: string): number | undefined {
  if (cursor === undefined || cursor === '') return 0
  const place = Number(/^(\d{1,9})-/.exec(cursor)?.[1])
  return place < rows.length && cursor === cursorAt(place, mark) ? place : undefined
}

/** A cursor for one state of one list, because in another or changed list it would skip rows silently. */
function cursorAt(place: number, mark: string): string {
  return `${place}-${mark}`
}

/** A digest that identifies the content of a list, so that a later page can belong to the same list. */
function markOf({ name, facts, rows }: Listed): string {
  const hash = createHash('sha256').update(JSON.stringify([name, facts, rows]))
  return hash.digest('hex').slice(0, 12)
}

/** A refusal as an answer, with the problem and the remedy. */
export function trouble(problem: string): Answer {
  return { headline: 'The call failed.', facts: { problem }, failed: true }
}
