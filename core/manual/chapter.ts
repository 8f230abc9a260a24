import { exampleBlocks, type ManualExample } from './example.ts'

/** One page of the manual: the text under a heading of the second level. */
export interface Topic {
  /** Its address: a rule (`R6.1`), a code, a key, or the heading's words with dashes. */
  readonly id: string
  readonly title: string
  /** Markdown, without the heading. */
  readonly text: string
  /** The live examples in it, in order. */
  readonly examples: readonly ManualExample[]
}

/** One file of the manual: its heading, the text before the first topic, and its topics. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly topics: readonly Topic[]
}

/** Read a file of the manual; `id` is its name without folder and extension. */
export function readChapter(id: string, text: string): Chapter {
  const [head = '', ...sections] = text.replace(/^\uFEFF/, '').split(/^## /m)
  const [, title = id, intro = ''] = /^# (.+)\n?([^]*)$/.exec(head.trim()) ?? []
  return { id, title: bareText(title), intro: intro.trim(), topics: sections.map(topicOf) }
}

function topicOf(section: string): Topic {
  const end = section.indexOf('\n')
  const heading = bareText(end === -1 ? section : section.slice(0, end))
  const text = end === -1 ? '' : section.slice(end + 1).trim()
  return { id: idOfHeading(heading), title: heading, text, examples: exampleBlocks(text) }
}

/** A rule is known by its number, everything else by the words of its heading. */
function idOfHeading(heading: string): string {
  return /^R\d+(?:\.\d+|K\d?)?(?=\s|$)/.exec(heading)?.[0] ?? anchorOf(heading)
}

/** The anchor of a heading, as repository hosts make it: its words in lower case, joined by dashes. */
export function anchorOf(heading: string): string {
  return bareText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function bareText(heading: string): string {
  return heading.trim().replaceAll('`', '')
}
