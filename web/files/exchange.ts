import { npxCommand, shellWord } from '#core/text'
import { archiveCommand, type Snapshot } from '#core/workspace'
import { base64Of, bytesOf, contentOf, type FileContent } from './content.ts'
import { importLimits } from './import-limits.ts'
import { rootOf, type ImportRoot } from './import-root.ts'
import type { LongWork } from './long-work.ts'
import { placeProblem } from './places.ts'

/** A file that an import skipped, with the reason. */
export interface Skipped {
  readonly name: string
  readonly because: string
}

/** The result of an import. It contains new files for the draft, which the caller writes. */
export interface Imported {
  readonly files: Readonly<Record<string, FileContent>>
  readonly skipped: readonly Skipped[]
}

/** A file from outside the draft, with an unchecked name. */
export interface Foreign {
  readonly name: string
  readonly bytes: Uint8Array
  /** Reads the bytes later. Files of packages are read only if they are imported. */
  readonly load?: () => Promise<Uint8Array>
  /** The size in bytes of a file that is too large to read, or is read later. */
  readonly size?: number
  /** Whether reading the file failed. */
  readonly unread?: true
  /** Whether the file is a symlink: its bytes are the target path. */
  readonly link?: true
}

const ignoredNames = /(?:^|\/)(?:\.git|__pycache__|\.venv|venv|\.DS_Store|__MACOSX)(?:\/|$)/

/** Whether a file belongs to an installed package. */
export function isOfPackage(name: string): boolean {
  return /(?:^|\/)node_modules(?:\/|$)/.test(name)
}

/** Whether an import never contains a file, or contains it only on request. */
export function isLeftOut(name: string): boolean {
  return ignoredNames.test(name) || isOfPackage(name)
}

/** The place for the files of one import root: a path in the draft, or null to leave them out. */
export interface RootPlace {
  readonly root: string
  readonly to: string | null
}

/** The places and packages that the user chose for an import. */
interface ImportOptions {
  /** The places of the roots. A file belongs to its longest root. Default: the spaces that the file names contain. */
  readonly places?: readonly RootPlace[]
  /** Whether a file of `node_modules` is imported. Default: none is. */
  readonly packages?: (name: string) => boolean
}

/** The project root of an import, based on its file names. Ignored files do not count. */
export function importRoot(foreign: readonly Foreign[]): ImportRoot {
  return rootOf(foreign.flatMap(({ name }) => (isLeftOut(name) ? [] : name)))
}

/**
 * Sort imported files under a root into spaces (R1.1). The top folders `project/` and `user/` name a space, as does
 * `system/ID` for each bundle of the draft. All other files belong to the project.
 */
export async function importFiles(
  foreign: readonly Foreign[],
  root: string,
  work: LongWork,
  systems: readonly string[] = [],
  { places, packages = () => false }: ImportOptions = {},
): Promise<Imported> {
  const files: Record<string, FileContent> = {}
  const skipped: Skipped[] = []
  /** The imported name of each path. */
  const names = new Map<string, string>()
  let [total, taken] = [0, 0]
  for (const { name, bytes, size = bytes.length, load, ...about } of foreign) {
    const place = places && placeOf(name, places)
    if (place?.to === null) continue
    const inside = place ? place.root : root
    const rest = name.startsWith(inside) ? name.slice(inside.length) : name
    const path = place ? `${place.to}${withoutDot(rest)}` : placeFor(rest, systems)
    const problem =
      ignoredNames.test(name) || (isOfPackage(name) && !packages(name))
        ? 'generated, or private to a tool'
        : name.startsWith(inside) && (place || !places)
          ? (reasonAbout(about) ?? reasonAgainst(path, size, systems))
          : `outside the project folder ${root}`
    if (problem !== undefined) skipped.push({ name, because: problem })
    else if (taken >= importLimits.files)
      skipped.push({ name, because: `the import has more than ${importLimits.files.toLocaleString('en')} files` })
    else if (total + size > importLimits.totalBytes)
      skipped.push({
        name,
        because: `the import exceeds ${importLimits.totalBytes / 1_000_000} MB in total`,
      })
    else {
      total += size
      const before = names.get(path)
      // The last file with a path wins, as when an archive is unpacked to disk.
      if (before === undefined) taken++
      else skipped.push({ name: before, because: `replaced by a later file with the same path, ${path}` })
      names.set(path, name)
      files[path] = contentOf(load ? await load() : bytes)
    }
    await work.rest(taken)
  }
  return { files, skipped }
}

function withoutDot(name: string): string {
  return name.replace(/^\.\//, '').replace(/^\//, '')
}

function placeOf(name: string, places: readonly RootPlace[]): RootPlace | undefined {
  return places.filter(({ root }) => name.startsWith(root)).toSorted((a, b) => b.root.length - a.root.length)[0]
}

function reasonAbout({ link, unread }: Pick<Foreign, 'link' | 'unread'>): string | undefined {
  if (unread) return 'not readable: deleted, or this browser has no access'
  return link ? 'a symbolic link (not supported in drafts)' : undefined
}

function reasonAgainst(path: string, size: number, systems: readonly string[]): string | undefined {
  if (size > importLimits.fileBytes) return `larger than 4 MB: ${(size / 1_000_000).toFixed(1)} MB`
  return placeProblem([path], [], systems)
}

function placeFor(name: string, systems: readonly string[]): string {
  const clean = withoutDot(name)
  const isSystem = systems.some((id) => clean.startsWith(`system/${id}/`))
  return isSystem || /^(?:project|user)\//.test(clean) ? `/${clean}` : `/project/${clean}`
}

const fence = '=== '
/** A path, followed by the marker of its content. A path that ends like a marker gets `(text)`. */
const marked = /^(\S.*?)( \(base64\)| \(no newline at end\)| \(text\))?$/

/**
 * The draft as one string, for example to paste into an issue and import again. It contains a head, then a line with
 * the path before each file.
 */
export function asText(snapshot: Snapshot): string {
  const { files, ...head } = snapshot
  const parts = [`# rye-chain draft, format ${snapshot.format}`, `${fence}draft.json`, JSON.stringify(head, null, 2)]
  for (const [path, content] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    // Issue trackers remove carriage returns, so a file with carriage returns is encoded as base64.
    if (typeof content === 'string' && !content.includes('\r')) {
      // Escape a line that would end the file early, and mark a missing final line break, so that `fromText` restores
      // the same text.
      const escaped = content.replace(/^(\\*=== )/gm, '\\$1')
      const whole = marked.exec(path)?.[2] === undefined ? '' : ' (text)'
      const mark = content.endsWith('\n') ? whole : ' (no newline at end)'
      parts.push(`${fence}${path}${mark}`, content.endsWith('\n') ? escaped.slice(0, -1) : escaped)
    } else parts.push(`${fence}${path} (base64)`, base64Of(content))
  }
  return `${parts.join('\n')}\n`
}

/**
 * Parse a string from `asText` into an unvalidated draft document for the parser of core. Returns undefined for any
 * other string.
 */
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
    files[path] = mark === ' (base64)' ? decoded({ base64: bare }) : bare.replace(/^\\(\\*=== )/gm, '$1')
  }
  try {
    return { ...(JSON.parse(head.slice('draft.json\n'.length)) as object), files }
  } catch {
    return undefined
  }
}

/** Decode base64 to text if it contains text. Invalid base64 is unchanged; the parser of core refuses it. */
function decoded(content: { readonly base64: string }): FileContent {
  try {
    return contentOf(bytesOf(content))
  } catch {
    return content
  }
}

/** The file or folder name of an exported draft. */
export function fileNameOf({ name }: Snapshot): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.replace(/^-|-$/g, '') || 'draft'
}

/** The command that repeats the analysis. It assumes that the zip is unpacked into a folder with the same name. */
export function commandFor(snapshot: Snapshot): string {
  return [...npxCommand, ...archiveCommand(snapshot, fileNameOf(snapshot)), '--json'].map(shellWord).join(' ')
}

/** The bytes of every file by its path in an archive, in the folders `project/`, `user/` and `system/`. */
export function archiveEntries(snapshot: Snapshot): Readonly<Record<string, Uint8Array>> {
  const { files, ...head } = snapshot
  // Create the folder even without project files, because the command line requires it.
  const entries: Record<string, Uint8Array> = {
    'draft.json': bytesOf(JSON.stringify(head, null, 2)),
    'project/': new Uint8Array(),
  }
  for (const [path, content] of Object.entries(files)) entries[path.slice(1)] = bytesOf(content)
  return entries
}
