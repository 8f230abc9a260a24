import { shellWord } from '#core/text'
import { archiveCommand, type Snapshot } from '#core/workspace'
import { base64Of, bytesOf, contentOf, type FileContent } from './content.ts'
import { importLimits } from './import-limits.ts'
import { rootOf, type ImportRoot } from './import-root.ts'
import type { LongWork } from './long-work.ts'
import { placeProblem } from './places.ts'

/** One thing that an import left out, and why. */
export interface Skipped {
  readonly name: string
  readonly because: string
}

/** What an import would put into the draft; nothing is written before it is looked at. */
export interface Imported {
  readonly files: Readonly<Record<string, FileContent>>
  readonly skipped: readonly Skipped[]
}

/** A file from outside, before anything is believed of its name. */
export interface Foreign {
  readonly name: string
  readonly bytes: Uint8Array
  /** How large the file is, where it was too large to be read. */
  readonly size?: number
  /** Whether it could not be read. */
  readonly unread?: true
  /** Whether it is a symbolic link, whose bytes are only the path that it leads to. */
  readonly link?: true
}

const boring = /(?:^|\/)(?:\.git|node_modules|__pycache__|\.venv|venv|\.DS_Store|__MACOSX)(?:\/|$)/

/** Where the project of an import lies. What is left out has no say in it. */
export function importRoot(foreign: readonly Foreign[]): ImportRoot {
  return rootOf(foreign.flatMap(({ name }) => (boring.test(name) ? [] : name)))
}

/**
 * Sort foreign files below a root into the spaces: `project/`, `user/` at its top name a space, as `system/ID` does for the bundles that
 * the draft brings; all else goes to the project (R1.1).
 */
export async function importFiles(
  foreign: readonly Foreign[],
  root: string,
  work: LongWork,
  systems: readonly string[] = [],
): Promise<Imported> {
  const files: Record<string, FileContent> = {}
  const skipped: Skipped[] = []
  /** The name that brought the file of each place. */
  const names = new Map<string, string>()
  let [total, taken] = [0, 0]
  for (const { name, bytes, size = bytes.length, ...about } of foreign) {
    const path = placeFor(name.startsWith(root) ? name.slice(root.length) : name, systems)
    const problem = boring.test(name)
      ? 'skipped: generated or private to a tool'
      : name.startsWith(root)
        ? (reasonAbout(about) ?? reasonAgainst(path, size, systems))
        : `outside the project folder ${root}`
    if (problem !== undefined) skipped.push({ name, because: problem })
    else if (taken >= importLimits.files)
      skipped.push({ name, because: `more than ${importLimits.files} files (limit files)` })
    else if (total + bytes.length > importLimits.totalBytes)
      skipped.push({
        name,
        because: `the import exceeds ${importLimits.totalBytes / 1_000_000} MB in total (limit totalBytes)`,
      })
    else {
      total += bytes.length
      const before = names.get(path)
      // The last one counts, as where an archive is unpacked on a disk.
      if (before === undefined) taken++
      else skipped.push({ name: before, because: `replaced by a later file with the same path, ${path}` })
      names.set(path, name)
      files[path] = contentOf(bytes)
    }
    await work.rest(taken)
  }
  return { files, skipped }
}

function reasonAbout({ link, unread }: Pick<Foreign, 'link' | 'unread'>): string | undefined {
  if (unread) return 'not readable: deleted, or this browser has no access'
  return link ? 'a symbolic link (not supported in drafts)' : undefined
}

function reasonAgainst(path: string, size: number, systems: readonly string[]): string | undefined {
  if (size > importLimits.fileBytes) return `larger than 4 MB (limit fileBytes): ${(size / 1_000_000).toFixed(1)} MB`
  return placeProblem([path], [], systems)
}

function placeFor(name: string, systems: readonly string[]): string {
  const clean = name.replace(/^\.\//, '').replace(/^\//, '')
  const isSystem = systems.some((id) => clean.startsWith(`system/${id}/`))
  return isSystem || /^(?:project|user)\//.test(clean) ? `/${clean}` : `/project/${clean}`
}

const fence = '=== '
/** A path, and what is said of the content below it; a path that ends as if something was said gets `(text)`. */
const marked = /^(\S.*?)( \(base64\)| \(no newline at end\)| \(text\))?$/

/** The draft as one text that can be pasted into an issue and read back: a head, then each file after a line with its path. */
export function asText(snapshot: Snapshot): string {
  const { files, ...head } = snapshot
  const parts = [`# rye-chain draft, format ${snapshot.format}`, `${fence}draft.json`, JSON.stringify(head, null, 2)]
  for (const [path, content] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    // A text loses its carriage returns on the way through an issue; as bytes it keeps them.
    if (typeof content === 'string' && !content.includes('\r')) {
      // A line that would end the file early, or a missing last line break, is marked so that reading gives the same text back.
      const escaped = content.replace(/^(\\*=== )/gm, '\\$1')
      const whole = marked.exec(path)?.[2] === undefined ? '' : ' (text)'
      const mark = content.endsWith('\n') ? whole : ' (no newline at end)'
      parts.push(`${fence}${path}${mark}`, content.endsWith('\n') ? escaped.slice(0, -1) : escaped)
    } else parts.push(`${fence}${path} (base64)`, base64Of(content))
  }
  return `${parts.join('\n')}\n`
}

/** Read such a text; the document still has to be believed by the parser of core. Undefined where it is no such text. */
export function fromText(text: string): unknown {
  const sections = text.replace(/\r\n?/g, '\n').split(/^=== /m).slice(1)
  const [head, ...rest] = sections
  if (!head?.startsWith('draft.json\n')) return undefined
  const files: Record<string, FileContent> = Object.create(null) as Record<string, FileContent>
  for (const section of rest) {
    const cut = section.indexOf('\n')
    const [, path = '', mark] = marked.exec(section.slice(0, cut)) ?? []
    const body = section.slice(cut + 1)
    const bare = mark === undefined || mark === ' (text)' ? body : body.replace(/\n$/, '')
    files[path] = mark === ' (base64)' ? believed({ base64: bare }) : bare.replace(/^\\(\\*=== )/gm, '$1')
  }
  try {
    return { ...(JSON.parse(head.slice('draft.json\n'.length)) as object), files }
  } catch {
    return undefined
  }
}

// What is no base64 is left for the parser of core to refuse.
function believed(content: { readonly base64: string }): FileContent {
  try {
    return contentOf(bytesOf(content))
  } catch {
    return content
  }
}

/** The name that an exported draft has as a file or a folder. */
export function fileNameOf({ name }: Snapshot): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.replace(/^-|-$/g, '') || 'draft'
}

/** The command that gives the same analysis on a machine, where the zip was unpacked into a folder of its name. */
export function commandFor(snapshot: Snapshot): string {
  return ['npx', ...archiveCommand(snapshot, fileNameOf(snapshot)), '--json'].map(shellWord).join(' ')
}

/** Bytes of every file, with `project/`, `user/` and `system/` as the folders of an archive. */
export function archiveEntries(snapshot: Snapshot): Readonly<Record<string, Uint8Array>> {
  const { files, ...head } = snapshot
  // A draft without files of its project still has one: the command line asks for its folder.
  const entries: Record<string, Uint8Array> = {
    'draft.json': bytesOf(JSON.stringify(head, null, 2)),
    'project/': new Uint8Array(),
  }
  for (const [path, content] of Object.entries(files)) entries[path.slice(1)] = bytesOf(content)
  return entries
}
