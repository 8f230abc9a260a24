import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { parse } from 'yaml'

const listId = 'virtual:examples'
const galleryId = 'virtual:gallery'
const firstId = 'virtual:first-example'
const oneId = 'virtual:example/'

/**
 * Provides the folders of `examples/` as modules: one per example, the first example under its own name, and a list of
 * all examples. The descriptions for the gallery are a module that loads on demand. The build parses the YAML, so the
 * page needs no YAML parser for the examples.
 */
export function examples(root: string): Plugin {
  const slugs = (): string[] =>
    existsSync(root) ? readdirSync(root).filter((slug) => existsSync(join(root, slug, 'example.yaml'))) : []
  return {
    name: 'rye-examples',
    resolveId: (id) => ([listId, galleryId, firstId].includes(id) || id.startsWith(oneId) ? `\0${id}` : undefined),
    load(id) {
      if (![listId, galleryId, firstId].includes(id.slice(1)) && !id.startsWith(`\0${oneId}`)) return undefined
      const aboutOf = (slug: string): Readonly<Record<string, unknown>> => yamlOf(join(root, slug, 'example.yaml'))
      const yamlOf = (path: string): Readonly<Record<string, unknown>> => {
        this.addWatchFile(path)
        return parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>
      }
      const [first = ''] = slugs().sort((a, b) => Number(aboutOf(a)['order']) - Number(aboutOf(b)['order']))
      if (id === `\0${listId}`) {
        const moduleOf = (slug: string): string => (slug === first ? firstId : `${oneId}${slug}`)
        const entries = slugs().map(
          (slug) => `{ slug: ${JSON.stringify(slug)}, load: () => import('${moduleOf(slug)}') }`,
        )
        return `export const entries = [${entries.join(',\n')}]`
      }
      if (id === `\0${galleryId}`) {
        const rows = slugs().map((slug) => {
          const { title, order, dialect, tags = [], lesson: text, item_id, expect } = aboutOf(slug)
          const path = join(root, slug, 'lesson.yaml')
          const lesson = existsSync(path) ? yamlOf(path) : undefined
          const { chain, spaces, status, codes } = expect as ExpectedResult
          const shape = chain.map((id, at) => ({ id, space: spaces[at] ?? '' }))
          const words = wordsIn(lesson ? [lesson['text'], lesson['steps']] : text)
          const own = { slug, title, order, dialect, tags, item_id, status, codes, chain: shape, words }
          return { ...own, text: lesson?.['text'] ?? text ?? '', ...(lesson && { lesson: outlineOf(lesson) }) }
        })
        return `export const gallery = ${JSON.stringify(rows)}`
      }
      const slug = id === `\0${firstId}` ? first : id.slice(oneId.length + 1)
      const folder = join(root, slug)
      const files = [...filesBelow(join(folder, 'project')), ...filesBelow(join(folder, 'user'))]
      const lesson = join(folder, 'lesson.yaml')
      for (const path of files) this.addWatchFile(path)
      const texts = files.map((path) => [`/${relative(folder, path)}`, readFileSync(path, 'utf8')] as const)
      const { title, dialect, search, dev_mode, item_id, parameters, world, lesson: text } = aboutOf(slug)
      const about = { title, dialect, search, dev_mode, item_id, parameters, world, text }
      return [
        `export const about = ${JSON.stringify(about)}`,
        `export const files = ${JSON.stringify(Object.fromEntries(texts))}`,
        `export const lesson = ${existsSync(lesson) ? JSON.stringify(readFileSync(lesson, 'utf8')) : 'undefined'}`,
      ].join('\n')
    },
  }
}

/** The expected result in an `example.yaml`, which the tests of `core` check. The gallery renders its chain. */
interface ExpectedResult {
  readonly status: string
  readonly chain: readonly string[]
  readonly spaces: readonly string[]
  readonly codes: readonly string[]
}

/** The number of words in a string, or in the `text` fields of a value at any depth. */
function wordsIn(value: unknown): number {
  if (typeof value === 'string') return value.split(/\s+/).length
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + wordsIn(one), 0)
  return typeof value === 'object' && value !== null && 'text' in value ? wordsIn(value.text) : 0
}

/** A lesson as the gallery lists it. */
function outlineOf(lesson: Readonly<Record<string, unknown>>): object {
  const steps = (lesson['steps'] ?? []) as readonly unknown[]
  return { id: lesson['id'], chapter: lesson['chapter'], steps: steps.length }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
