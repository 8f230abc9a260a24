import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { parse } from 'yaml'

const listId = 'virtual:examples'
const oneId = 'virtual:example/'

/**
 * Turns the folders of `examples/` into modules: a list of what every example says of itself, and one lazily loaded
 * module for the files of each. Their YAML is read here, so that no parser travels with the first page.
 */
export function examples(root: string): Plugin {
  const slugs = (): string[] =>
    existsSync(root) ? readdirSync(root).filter((slug) => existsSync(join(root, slug, 'example.yaml'))) : []
  return {
    name: 'rye-examples',
    resolveId: (id) => (id === listId || id.startsWith(oneId) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${listId}`) {
        const entries = slugs().map((slug) => {
          const path = join(root, slug, 'example.yaml')
          this.addWatchFile(path)
          const about: unknown = parse(readFileSync(path, 'utf8'))
          return `{ slug: ${JSON.stringify(slug)}, about: ${JSON.stringify(about)}, load: () => import('${oneId}${slug}') }`
        })
        return `export const entries = [${entries.join(',\n')}]`
      }
      if (!id.startsWith(`\0${oneId}`)) return undefined
      const folder = join(root, id.slice(oneId.length + 1))
      const files = [...filesBelow(join(folder, 'project')), ...filesBelow(join(folder, 'user'))]
      for (const path of files) this.addWatchFile(path)
      const texts = files.map((path) => [`/${relative(folder, path)}`, readFileSync(path, 'utf8')] as const)
      return `export const files = ${JSON.stringify(Object.fromEntries(texts))}`
    },
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
