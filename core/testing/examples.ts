import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readExample } from '../learn/read-example.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { bundleRoot, workspaceOfSnapshot } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { everyPart, pureHost } from '../pure-host.ts'

const root = join(import.meta.dirname, '../..')

/** The text of every file in a folder, by relative path with slashes. */
function filesBelow(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

/** The files of the product's system bundle, by path relative to its root. */
export function bundleFiles({ id, version }: Snapshot['bundle']): Readonly<Record<string, string>> {
  return filesBelow(join(root, 'core/bundles', id, version))
}

/** The workspace of a text-only draft with its bundle, as the page opens it. */
export function workspaceOfDraft(snapshot: Snapshot): Workspace {
  const root = bundleRoot(snapshot.bundle.id)
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(bundleFiles(snapshot.bundle)))
    tree.write(`${root}/${path}`, Buffer.from(text))
  for (const [path, text] of Object.entries(snapshot.files)) tree.write(path, Buffer.from(String(text)))
  return workspaceOfSnapshot(snapshot, tree, pureHost)
}

/** All examples as drafts, by slug. */
export function exampleSnapshots(): Readonly<Record<string, Snapshot>> {
  const folder = join(root, 'examples')
  const slugs = readdirSync(folder).filter((slug) => existsSync(join(folder, slug, 'example.yaml')))
  return Object.fromEntries(slugs.map((slug) => [slug, exampleSnapshot(join(folder, slug))]))
}

/** The examples whose links are short. The team's project is too large for a dictionary of links. */
export function linkableExamples(): Readonly<Record<string, Snapshot>> {
  const { 'team-project': _large, ...examples } = exampleSnapshots()
  return examples
}

function exampleSnapshot(folder: string): Snapshot {
  const { start, problems } = readExample('example.yaml', readFileSync(join(folder, 'example.yaml'), 'utf8'), everyPart)
  if (!start || problems.length > 0) throw new Error(`${folder}: ${problems.map(({ message }) => message).join('\n')}`)
  const lesson = join(folder, 'lesson.yaml')
  const files = Object.entries(filesBelow(folder)).filter(([path]) => /^(?:project|user)\//.test(path))
  return {
    ...start,
    files: Object.fromEntries(files.map(([path, text]) => [`/${path}`, text])),
    ...(existsSync(lesson) && { lesson: readFileSync(lesson, 'utf8') }),
  }
}
