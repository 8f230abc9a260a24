import { exampleBlocks, type ManualExample } from './example.ts'

/** One page of the manual: the text under a second-level heading. */
export interface Topic {
  /** The address of the page: a rule (`R6.1`), a code, a key, or the words of the heading joined by dashes. */
  readonly id: string
  readonly title: string
  /** Markdown, without the heading. */
  readonly text: string
  /** The live examples in the text, in order. */
  readonly examples: readonly ManualExample[]
}

/** One file of the manual: its heading, the text before the first topic, and its topics. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly topics: readonly Topic[]
}

/** Reads a file of the manual. `id` is the file name without folder and extension. */
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

/** The page ID of a heading: a rule's number, otherwise the heading's words. */
function idOfHeading(heading: string): string {
  return /^R\d+(?:\.\d+|K\d?)?(?=\s|$)/.exec(heading)?.[0] ?? anchorOf(heading)
}

/** The anchor of a heading, in GitHub's format: lower-case words joined by dashes. */
export function anchorOf(heading: string): string {
  return bareText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function bareText(heading: string): string {
  return heading.trim().replaceAll('`', '')
}
