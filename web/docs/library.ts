import { Manual, readChapter } from '#core/manual'

const texts = {
  ...import.meta.glob<string>('../../docs/rules/*.md', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../docs/reference/*.md', { query: '?raw', import: 'default', eager: true }),
}

/** The documentation of the repository. The page loads this module on first use. */
export const manual = new Manual(
  Object.entries(texts).map(([path, text]) => readChapter(path.replace(/^.*\/|\.md$/g, ''), text)),
)
