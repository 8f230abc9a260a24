import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server'
import { visible } from '#core/text'
import { join } from '../disk-paths.ts'
import { productRoot } from '../engine/product.ts'
import { answerBytes } from './answer.ts'
import { fenced, seen } from './fence.ts'
import { pageOf, type Page } from './kept-answers.ts'
import { manualPages, namesIn, pageText } from '../project/manual-pages.ts'
import { filesOf, readProjectFile } from './project-files.ts'
import { listByPages } from './resource-list.ts'
import type { Workplace } from './workplace.ts'

/** Maximum size of the file list in bytes. The official client stops after 64 pages; this list has at most 40. */
const mostListedBytes = 20 * answerBytes

const filesTemplate = 'rye-chain://files{+path}'
const diskTemplate = 'file://{+path}'
const rulesTemplate = 'rye-chain://rules/{name}/{page}'
const lessonsTemplate = 'rye-chain://lessons/{slug}'
const answersTemplate = 'rye-chain://answers/{id}/{page}'
/** The templates of all resource addresses. */
export const templates: readonly string[] = [
  filesTemplate,
  diskTemplate,
  rulesTemplate,
  lessonsTemplate,
  answersTemplate,
]

/** A result that is the same for all clients while this version runs; clients of protocol 2026 can cache it. */
export const fixed = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** Adds the resources of an agent: project files, rules, lessons, and answers that were too long. */
export function addResources(server: McpServer, workplace: Workplace): void {
  const rules = addRules(server)
  const lessons = addLessons(server)
  const { kept, roots } = workplace
  const readFile = (uri: URL): ReadResourceResult => {
    const { path, page } = addressOf(uri)
    const text = readProjectFile(roots, path)
    return contents(uri, text === undefined ? undefined : pageOf(seen(text), page, (next) => fileUri(path, next)), true)
  }
  server.registerResource(
    'files',
    new ResourceTemplate(filesTemplate, { list: undefined }),
    { title: 'Files of a project', description: 'A file in .ai, by its full path.', mimeType: 'text/plain' },
    readFile,
  )
  server.registerResource(
    'files-on-disk',
    new ResourceTemplate(diskTemplate, { list: undefined }),
    { title: 'Files of a project', description: 'A file in .ai, by its file: URI.', mimeType: 'text/plain' },
    readFile,
  )
  server.registerResource(
    'answers',
    new ResourceTemplate(answersTemplate, { list: undefined }),
    {
      title: 'Whole answers',
      description: 'The pages of an answer that is too long for one message.',
      mimeType: 'text/plain',
    },
    (uri, { id, page }) => contents(uri, kept.page(String(id), Number(page)), true),
  )
  listByPages(server, () => [...listedFiles(roots.folders[0]), ...rules, ...lessons])
}

/** The files of a project, cut off at `mostListedBytes`. */
function listedFiles(project: string): readonly Resource[] {
  const listed = filesOf(project).map((path) => ({
    uri: fileUri(path, 1),
    name: visible(path.slice(project.length + 1)),
    mimeType: 'text/plain',
  }))
  let bytes = 0
  return listed.filter((resource) => (bytes += Buffer.byteLength(JSON.stringify(resource))) <= mostListedBytes)
}

/** Adds the rules as resources, and returns the resources to list. */
function addRules(server: McpServer): readonly Resource[] {
  const pages = manualPages()
  const uriOf = (name: string, page: number): string => `rye-chain://rules/${name}/${page}`
  server.registerResource(
    'rules',
    new ResourceTemplate(rulesTemplate, { list: undefined }),
    {
      title: 'Rules',
      description: 'The rules in plain words, and the meaning of each code.',
      mimeType: 'text/markdown',
      cacheHint: fixed,
    },
    (uri, { name, page }) => {
      const known = pages.find((one) => one.name === name)
      const text = known && pageText(known)
      return contents(
        uri,
        text === undefined ? undefined : pageOf(text, Number(page), (next) => uriOf(String(name), next)),
        false,
      )
    },
  )
  return pages.map(({ name }) => ({ uri: uriOf(name, 1), name, mimeType: 'text/markdown' }))
}

/** Adds the lessons as resources, and returns the resources to list. */
function addLessons(server: McpServer): readonly Resource[] {
  const slugs = lessonSlugs()
  server.registerResource(
    'lessons',
    new ResourceTemplate(lessonsTemplate, { list: undefined }),
    {
      title: 'Lessons',
      description: 'An example with its lesson and its files.',
      mimeType: 'text/plain',
      cacheHint: fixed,
    },
    (uri, { slug }) => {
      const known = slugs.find((one) => one === slug)
      return contents(uri, known === undefined ? undefined : pageOf(lessonText(known), 1, () => ''), false)
    },
  )
  return slugs.map((slug) => ({ uri: `rye-chain://lessons/${slug}`, name: slug, mimeType: 'text/plain' }))
}

/** The names of the examples. */
export function lessonSlugs(): readonly string[] {
  return namesIn('examples').filter((slug) => existsSync(exampleFile(slug)))
}

function exampleFile(slug: string): string {
  return join(productRoot, 'examples', slug, 'example.yaml')
}

/** A lesson with all of its files as one string. */
function lessonText(slug: string): string {
  const folder = join(productRoot, 'examples', slug)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'example.yaml')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const parts = files.map((path) => `=== ${path.slice(folder.length + 1)}\n${readFileSync(path, 'utf8')}`)
  return [readFileSync(exampleFile(slug), 'utf8'), ...parts].join('\n')
}

function fileUri(path: string, page: number): string {
  const written = path.split('/').map(encodeURIComponent).join('/')
  return `rye-chain://files${written}${page === 1 ? '' : `?page=${page}`}`
}

/** The path on disk and the page that the address of a file names. */
export function addressOf(uri: URL): { readonly path: string; readonly page: number } {
  const page = uri.searchParams.get('page')
  return { path: decoded(uri.pathname), page: page === null ? 1 : Number(page) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '' // A path with this spelling does not exist.
  }
}

/**
 * A page in the protocol's format; text from outside the product is fenced.
 * @throws ResourceNotFoundError without a page
 */
function contents(uri: URL, page: Page | undefined, isForeign: boolean): ReadResourceResult {
  if (page === undefined) throw new ResourceNotFoundError(uri.href)
  const text = isForeign ? fenced(page.text) : page.text
  const next = page.next === null ? '' : `\nThe next page is ${page.next}`
  return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `${text}${next}` }] }
}
