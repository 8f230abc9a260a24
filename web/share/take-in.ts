import { isObject } from '#core/read'
import { counted } from '#core/text'
import type { Snapshot } from '#core/workspace'
import { emptySnapshot } from '../state/open-draft.svelte.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { importFiles, importRoot, type Foreign, type Imported, type Skipped } from '../files/exchange.ts'
import { LongWork, pause, Stopped } from '../files/long-work.ts'
import { readFolder } from '../files/local-folder.ts'
import type { BundleNameInput } from '../files/own-bundles.ts'
import { isReadOnly, itemIdOf, ownIds, placeProblem } from '../files/places.ts'
import { omit } from '../files/records.ts'
import type { Notice, View } from '../state/view.svelte.ts'

/**
 * Import files into the open draft as one undo step, or into a new draft. A notice lists the skipped files with
 * reasons.
 */
export async function takeIn(
  playground: Playground,
  files: readonly Foreign[],
  where: 'open draft' | 'new draft' = 'open draft',
): Promise<void> {
  await withProgress(playground, (work) => takeAll(playground, files, where, work))
}

/** Import files into the open draft as a separate system bundle. This is one undo step. */
export async function takeInBundle(
  playground: Playground,
  files: readonly Foreign[],
  given: BundleNameInput,
): Promise<void> {
  const { session, view } = playground
  await withProgress(playground, async (work) => {
    const found = await unpacked(view, files, work)
    if (!found) return
    const { readBundle, withBundle } = await import('../files/own-bundles.ts')
    const read = await readBundle(found, given, work)
    if ('problem' in read) return view.say({ text: `${read.problem} Your draft is unchanged.`, tone: 'trouble' })
    const { id, version } = read.name
    const { changes, head } = withBundle(session.snapshot, read)
    if (!session.change(changes, `Import the system bundle ${id}`, head)) return
    view.say({
      ...report(`Imported ${counted(Object.keys(read.files).length, 'file')} as the system bundle ${id} ${version}.`, {
        ...read,
        problem: undefined,
      }),
      action: { title: 'Undo', run: () => playground.undo() },
    })
  })
}

/** Read many files. A notice shows the progress and a Cancel button. */
async function withProgress({ view }: Playground, doing: (work: LongWork) => Promise<void>): Promise<void> {
  const work = new LongWork((done) =>
    view.say({
      text: `Reading files: ${done}…`,
      tone: 'calm',
      action: { title: 'Cancel', run: () => work.stop() },
    }),
  )
  try {
    await doing(work)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    view.say('Import canceled. Your draft is unchanged.')
  }
}

async function takeAll(
  playground: Playground,
  files: readonly Foreign[],
  where: 'open draft' | 'new draft',
  work: LongWork,
): Promise<void> {
  const { session, view } = playground
  const found = await unpacked(view, files, work)
  if (!found) return
  const { root } = found
  const sorted: Sorted = found.isArchive
    ? await sort(found.files, root, work)
    : { ...(await importFiles(files, root, work)), head: undefined, problem: undefined }
  const { head } = sorted
  const paths = Object.keys(sorted.files)
  if (paths.length === 0) return view.say(report('Imported 0 files.', sorted))
  // A lesson must start with only its own files, so its import opens a new draft.
  if (where === 'new draft' || head?.lesson !== undefined) {
    if (await openAsDraft(playground, nameFor(files), sorted, work))
      view.say(report(`Opened ${counted(paths.length, 'file')} as a draft.`, sorted))
    return
  }
  const replaced = paths.filter((path) => Object.hasOwn(session.snapshot.files, path)).length
  // If the import contains items but not the selected item, select its first item.
  const item = paths.map(itemIdOf).includes(session.snapshot.item_id) ? undefined : firstItem(sorted)
  // The first import names an empty draft.
  const isFirst = Object.keys(session.snapshot.files).length === 0
  const change = {
    ...(item === undefined ? {} : { item_id: item, parameters: '{}' }),
    ...(isFirst ? { name: nameFor(files) } : {}),
    ...head,
  }
  const changes = [...gone(session.snapshot, head), ...Object.entries(sorted.files)]
  if (!session.change(changes, `Import ${counted(paths.length, 'file')}`, change)) return
  // The editor can open only text files.
  const texts = paths.filter((path) => typeof sorted.files[path] === 'string')
  const first = texts.find((path) => path.includes('/.ai/tools/')) ?? texts[0]
  if (first !== undefined) session.open(first)
  const taken = `Imported ${counted(paths.length, 'file')}${head ? ` and the settings of “${head.name}”` : ''}`
  view.say({
    ...report(`${taken}${replaced > 0 ? `, ${replaced} replaced` : ''}.`, sorted),
    action: { title: 'Undo', run: () => playground.undo() },
  })
}

/**
 * The files of an import and its root folder. Unpacks an archive. Undefined after a reported problem, or if the user
 * chooses no folder.
 */
async function unpacked(view: View, files: readonly Foreign[], work: LongWork) {
  const [only] = files
  const isArchive =
    files.length === 1 && only?.name.endsWith('.zip') === true && only.size === undefined && !only.unread
  let inside = files
  if (isArchive) {
    const { unzip } = await import('../files/archive.ts')
    const archive = await unzip(only.bytes, work)
    if (archive.problem !== undefined)
      return view.say({ text: `${archive.problem} Your draft is unchanged.`, tone: 'trouble' })
    inside = archive.files
  }
  const root = await chosenRoot(view, inside)
  return root === undefined ? undefined : { files: inside, root, isArchive }
}

/** The root folder of an import. If there are several projects, the user chooses one; undefined if the user cancels. */
function chosenRoot(view: View, files: readonly Foreign[]): Promise<string | undefined> {
  const found = importRoot(files)
  if (found.kind === 'one') return Promise.resolve(found.root)
  return new Promise((resolve) => {
    view.roots = { names: found.roots, choose: resolve }
    view.dialog = 'choose-root'
  })
}

/** Open a local folder as a separate draft, so that writing back never writes files of another draft. */
export async function takeInFolder(playground: Playground, handle: FileSystemDirectoryHandle): Promise<void> {
  await withProgress(playground, (work) => openFolder(playground, handle, work))
}

async function openFolder(playground: Playground, handle: FileSystemDirectoryHandle, work: LongWork): Promise<void> {
  const { holds, files } = await readFolder(handle)
  const sorted = await sort(files, '', work)
  const read = Object.keys(sorted.files).sort()
  if (read.length === 0)
    return playground.view.say(report(`${handle.name} has no files to open. Your draft is unchanged.`, sorted))
  if (!(await openAsDraft(playground, handle.name, sorted, work))) return
  playground.draft.folder = { name: handle.name, handle, holds, read }
  playground.view.say(report(`Opened ${counted(read.length, 'file')} of ${handle.name} as a draft.`, sorted))
}

/** Open imported files as a separate draft and save it. Returns false if they exceed the limits of drafts. */
async function openAsDraft(playground: Playground, name: string, sorted: Sorted, work: LongWork): Promise<boolean> {
  const paths = Object.keys(sorted.files)
  await work.rest(paths.length)
  const problem = placeProblem(paths, [], ownIds(sorted.head ?? {}))
  if (problem !== undefined) {
    playground.view.say({ text: `${problem} Your draft is unchanged.`, tone: 'trouble' })
    return false
  }
  await work.rest(paths.length)
  const item = firstItem(sorted)
  // Pause first, because opening a draft updates the whole page in one task.
  await pause()
  const head = {
    ...emptySnapshot,
    name,
    ...(item === undefined ? {} : { item_id: item, parameters: '{}' }),
    ...sorted.head,
  }
  await playground.draft.open({ ...head, files: sorted.files }, { kind: 'own' })
  // Render before saving: both in one task would block a page with 10,000 files.
  await pause()
  await playground.drafts.save(playground.session.snapshot)
  return true
}

function firstItem({ files }: Imported): string | undefined {
  return Object.keys(files)
    .sort()
    .map(itemIdOf)
    .find((id) => id !== undefined)
}

/** The name for a draft with these files: the name of their folder or archive. */
function nameFor(files: readonly Foreign[]): string {
  const [first = '', ...inside] = (files[0]?.name ?? '').split('/')
  if (inside.length > 0) return first
  return files.length === 1 ? first.replace(/\.zip$/, '') : 'Imported files'
}

interface Sorted extends Imported {
  readonly head: Omit<Snapshot, 'files'> | undefined
  /** The reason why the `draft.json` next to the files is not valid. */
  readonly problem: string | undefined
}

/** The bundle files of the draft that the settings of an import remove. */
function gone({ files }: Snapshot, head: Sorted['head']): readonly (readonly [path: string, content: null])[] {
  return head?.systems ? Object.keys(files).flatMap((path) => (isReadOnly(path) ? [[path, null] as const] : [])) : []
}

/** The files of an export and the settings in its `draft.json`. */
async function sort(foreign: readonly Foreign[], root: string, work: LongWork): Promise<Sorted> {
  const draft = foreign.find(({ name }) => name === `${root}draft.json`)
  // Skip these files: a lesson export repeats the content of draft.json in them, for use in the repository.
  const once = draft ? ['draft.json', 'example.yaml', 'lesson.yaml', 'routes.yaml'].map((name) => root + name) : []
  const imported = await importFiles(
    foreign.filter(({ name }) => !once.includes(name)),
    root,
    work,
    draft ? bundlesIn(draft) : [],
  )
  const said = draft ? await headOf(draft, imported.files) : { head: undefined, problem: undefined }
  const files = Object.entries(imported.files).filter(([path]) => said.head?.systems !== undefined || !isReadOnly(path))
  return { ...imported, files: Object.fromEntries(files), ...said }
}

function report(
  done: string,
  { skipped, problem }: { readonly skipped: readonly Skipped[]; readonly problem: string | undefined },
): Notice {
  const left = skipped.map(({ name, because }) => `${name}: ${because}`)
  const parts = [
    done,
    ...(problem === undefined ? [] : [`The file draft.json was skipped: ${problem}`]),
    ...(left.length > 0 ? [`Skipped ${left.length}${left.length > 3 ? '.' : `: ${left.join('; ')}`}`] : []),
  ]
  return {
    text: parts.join(' '),
    tone: problem === undefined ? 'calm' : 'trouble',
    ...(left.length > 0 ? { stays: true } : {}),
    ...(left.length > 3 ? { list: left } : {}),
  }
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

/** The settings of the draft in an archive, such as item, parameters, dialect and world. `core` validates them. */
async function headOf(draft: Foreign, files: Imported['files']): Promise<Pick<Sorted, 'head' | 'problem'>> {
  const { openDocument } = await import('./codec.ts')
  const document = jsonOf(draft)
  if (document === undefined) return { head: undefined, problem: 'not valid JSON.' }
  if (!isObject(document)) return { head: undefined, problem: 'not a draft.' }
  const opened = openDocument({ ...document, files })
  if (opened.kind === 'rejected') return { head: undefined, problem: opened.problem }
  return { head: omit(omit(opened.snapshot, 'files'), 'expected'), problem: undefined }
}
