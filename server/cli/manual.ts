import { readdirSync, readFileSync } from 'node:fs'
import { listed } from '#core/diagnostics'
import { Manual, readChapter } from '#core/manual'
import { join } from '../disk-paths.ts'
import { productRoot } from '../engine/product.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Paint } from './paint.ts'

/** A page of the documentation, as `explain WORD --json` prints it. */
interface ManualPage {
  readonly id: string
  readonly title: string
  readonly chapter: string
  /** The Markdown text of the file in `docs/`. */
  readonly text: string
}

/**
 * The documentation of a code, rule, metadata key, term or chapter, as the playground shows it.
 * @throws ReportedError for an unknown word, with similar words
 */
export function manualPage(word: string): ManualPage {
  const manual = readManual()
  const found = manual.topic(word)
  if (found) {
    const { id, title, text } = found.topic
    return { id, title, chapter: found.chapter.title, text }
  }
  const chapter = manual.chapter(word)
  if (chapter) {
    const list = chapter.topics.map(({ id, title }) => (title.startsWith(id) ? `- ${title}` : `- ${id}: ${title}`))
    return {
      id: chapter.id,
      title: chapter.title,
      chapter: chapter.title,
      text: [chapter.intro, '', ...list].join('\n'),
    }
  }
  const near = manual.near(word)
  const guess =
    near.length > 0
      ? `Did you mean ${listed(near, 'or')}?`
      : `Chapters: ${manual.chapters.map(({ id }) => id).join(', ')}.`
  throw new ReportedError('trouble', `The documentation has no page ${JSON.stringify(word)}. ${guess}`)
}

/** A page for a terminal: its title and its text. */
export function pageText({ title, chapter, text }: ManualPage, paint: Paint): string {
  return `${paint.strong(title)}  ${paint.faint(`(${chapter})`)}\n\n${text}\n`
}

function readManual(): Manual {
  const folders = ['rules', 'reference'].map((name) => join(productRoot, 'docs', name))
  return new Manual(
    folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) => readChapter(name.slice(0, -'.md'.length), readFileSync(join(folder, name), 'utf8'))),
    ),
  )
}
