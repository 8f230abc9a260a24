import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import { sameContent, type FileContent } from '../files/content.ts'
import { importFiles, isLeftOut, isOfPackage, type Foreign, type Imported, type Skipped } from '../files/exchange.ts'
import { baseOf, exportFiles, placesOf, type RootTarget } from '../files/import-targets.ts'
import type { LongWork } from '../files/long-work.ts'
import { readBundle, type ReadBundle } from '../files/own-bundles.ts'
import { packageFilter, type PackageChoice } from '../files/packages.ts'
import { isReadOnly, itemIdOf } from '../files/places.ts'
import { omit } from '../files/records.ts'

/** The targets and packages that the user chose in the import dialog. */
export interface ImportChoice {
  readonly targets: readonly RootTarget[]
  readonly packages: PackageChoice
}

/** The files of an import at their places, before anything is written. */
export interface PlannedImport extends Imported {
  readonly bundles: readonly ReadBundle[]
  /** The settings of the `draft.json` in an export; undefined without a valid one. */
  readonly head: Omit<Snapshot, 'files'> | undefined
  /** The reason why a bundle cannot be imported. Nothing is imported then. Undefined if everything can be imported. */
  readonly refused: string | undefined
  /** The reason why the `draft.json` next to the files is not valid; undefined if it is valid or missing. */
  readonly problem: string | undefined
}

/** Sort the files of an import into spaces, with the settings in its `draft.json` (R1.1). */
export async function planImport(
  foreign: readonly Foreign[],
  { targets, packages }: ImportChoice,
  work: LongWork,
): Promise<PlannedImport> {
  const base = baseOf(foreign)
  const draft = foreign.find(({ name }) => name === `${base}draft.json`)
  // Skip these files: a lesson export repeats the content of draft.json in them, for use in the repository.
  const once = new Set(draft ? exportFiles.map((name) => base + name) : [])
  const systems = draft ? bundlesIn(draft) : []
  // Packages come last, because they can exceed the limits of an import.
  const ordered = foreign.filter(({ name }) => !once.has(name)).toSorted((a, b) => rankOf(a) - rankOf(b))
  const imported = await importFiles(ordered, base, work, systems, {
    places: placesOf(targets, base, systems),
    packages: await packageFilter(foreign, packages),
  })
  const { head, problem } = draft ? await headOf(draft, imported.files) : none
  const files = Object.entries(imported.files).filter(([path]) => head?.systems !== undefined || !isReadOnly(path))
  const bundles: ReadBundle[] = []
  let refused: string | undefined
  for (const { root, to, bundle } of targets) {
    if (to !== 'system') continue
    const read = await readBundle({ files: foreign, root }, bundle, work)
    if ('problem' in read) refused ??= read.problem
    else bundles.push(read)
  }
  const skipped = [...imported.skipped, ...bundles.flatMap((bundle): readonly Skipped[] => bundle.skipped)]
  return { files: Object.fromEntries(files), skipped, bundles, head, problem, refused }
}

const none = { head: undefined, problem: undefined }

function rankOf({ name }: Foreign): number {
  return isOfPackage(name) ? 1 : 0
}

/** One file in an import next to the same path in the draft. */
export interface ImportRow {
  readonly path: string
  readonly kind: 'changed' | 'new' | 'gone'
  readonly before: FileContent | undefined
  readonly after: FileContent | undefined
}

/**
 * Every file that an import would change in a draft. A file of an imported space that the import lacks is `gone`. Loose
 * files, without `.ai`, are not a space.
 */
export function importRows(draft: Snapshot['files'], plan: PlannedImport): readonly ImportRow[] {
  const incoming = incomingOf(plan)
  const rows = Object.entries(incoming).flatMap(([path, after]): readonly ImportRow[] => {
    const before = draft[path]
    if (sameContent(before, after)) return []
    return [{ path, kind: before === undefined ? 'new' : 'changed', before, after }]
  })
  const roots = new Set(
    Object.keys(incoming)
      .filter((path) => path.includes('/.ai/'))
      .map(rootOfSpace),
  )
  const gone = Object.keys(draft).flatMap((path): readonly ImportRow[] =>
    Object.hasOwn(incoming, path) || !roots.has(rootOfSpace(path)) || isLeftOut(path)
      ? []
      : [{ path, kind: 'gone', before: draft[path], after: undefined }],
  )
  return [...rows, ...gone].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** All files in an import, including bundle files. */
export function incomingOf({ files, bundles }: PlannedImport): Snapshot['files'] {
  return Object.assign({}, files, ...bundles.map((bundle) => bundle.files)) as Snapshot['files']
}

function rootOfSpace(path: string): string {
  return /^\/(?:system\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? ''
}

/**
 * Whether an import belongs to a draft: it has the draft's name, or the draft has at least half of its items. Loose
 * files belong to the open draft.
 */
export function isSameProject(draft: Snapshot, name: string, plan: PlannedImport): boolean {
  const items = Object.keys(plan.files).filter((path) => itemIdOf(path) !== undefined)
  if (items.length === 0)
    return plan.bundles.length > 0 || !Object.keys(plan.files).some((path) => path.includes('/.ai/'))
  if (draft.name === name || draft.name === plan.head?.name) return true
  return items.filter((path) => Object.hasOwn(draft.files, path)).length * 2 >= items.length
}

/** The bundles that an unvalidated `draft.json` lists. */
function bundlesIn(draft: Foreign): readonly string[] {
  const document = jsonOf(draft)
  const systems = isObject(document) && Array.isArray(document['systems']) ? document['systems'] : []
  return systems.flatMap((one: unknown) => (isObject(one) && typeof one['id'] === 'string' ? one['id'] : []))
}

function jsonOf({ bytes }: Foreign): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The draft settings in an archive, such as item, parameters, dialect and world. `core` validates them. */
async function headOf(draft: Foreign, files: Imported['files']): Promise<Pick<PlannedImport, 'head' | 'problem'>> {
  const { openDocument } = await import('./codec.ts')
  const document = jsonOf(draft)
  if (document === undefined) return { head: undefined, problem: 'not valid JSON.' }
  if (!isObject(document)) return { head: undefined, problem: 'not a draft.' }
  const opened = openDocument({ ...document, files })
  if (opened.kind === 'rejected') return { head: undefined, problem: opened.problem }
  return { head: omit(omit(opened.snapshot, 'files'), 'expected'), problem: undefined }
}
