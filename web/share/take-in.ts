import { counted } from '#core/text'
import type { Snapshot } from '#core/workspace'
import { emptySnapshot } from '../state/open-draft.svelte.ts'
import type { Playground } from '../state/playground.svelte.ts'
import type { FileContent } from '../files/content.ts'
import { composedNames, type Foreign, type Imported, type Skipped } from '../files/exchange.ts'
import { rootTargets } from '../files/import-targets.ts'
import { LongWork, pause, Stopped } from '../files/long-work.ts'
import { readFolder, type OpenFolder } from '../files/local-folder.ts'
import { withBundle } from '../files/own-bundles.ts'
import { isReadOnly, itemIdOf, ownIds, placeProblem } from '../files/places.ts'
import type { Notice, View } from '../state/view.svelte.ts'
import { incomingOf, planImport, type ImportRow, type PlannedImport } from './import-plan.ts'

/**
 * Read files or an archive, and open the dialog that shows the places of the files and every change before anything is
 * written.
 */
export async function offerImport(
  playground: Playground,
  read: () => Promise<readonly Foreign[]>,
  folder?: OpenFolder,
): Promise<void> {
  const { view } = playground
  await withProgress(playground, async (work) => {
    const given = await read()
    const files = await unpacked(view, given, work)
    if (!files) return
    view.importing = { name: folder?.name ?? nameFor(given), files: folder ? files : composedNames(files), folder }
    view.dialog = 'incoming'
  })
}

/** Read the local folder of the open draft again, and show what has changed. */
export function readAgain(playground: Playground, folder: OpenFolder): Promise<void> {
  return offerImport(playground, async () => (await readFolder(folder.handle)).files, folder)
}

/** Read many files, with a notice that shows the progress and a Cancel button. Canceling changes no draft. */
export async function withProgress({ view }: Playground, doing: (work: LongWork) => Promise<void>): Promise<void> {
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
    view.dialog = undefined
    view.say('Import canceled. Your draft is unchanged.')
  }
}

/** The files of an import. Unpacks an archive. Undefined after a reported problem. */
async function unpacked(
  view: View,
  files: readonly Foreign[],
  work: LongWork,
): Promise<readonly Foreign[] | undefined> {
  const [only] = files
  const isArchive =
    files.length === 1 && only?.name.endsWith('.zip') === true && only.size === undefined && !only.unread
  if (!isArchive) return files
  const { unzip } = await import('../files/archive.ts')
  const archive = await unzip(only.bytes, work)
  if (archive.problem === undefined) return archive.files
  view.say({ text: `${archive.problem} Your draft is unchanged.`, tone: 'trouble' })
  return undefined
}

/** Write the chosen rows of an import into the open draft, as one undo step. */
export function writeImport(
  playground: Playground,
  name: string,
  plan: PlannedImport,
  rows: readonly ImportRow[],
): void {
  const { session, view } = playground
  const { head } = plan
  const taken = rows.filter(({ kind }) => kind !== 'gone').map(({ path }) => path)
  const deleted = rows.length - taken.length
  // If the import contains items but not the selected item, select its first item.
  const ids = taken.map(itemIdOf)
  const item = taken.length === 0 || ids.includes(session.snapshot.item_id) ? undefined : firstItem(plan)
  const systems = systemsWith(session.snapshot, plan)
  // The first import names an empty draft.
  const isFirst = Object.keys(session.snapshot.files).length === 0
  const change = {
    ...(item === undefined ? {} : { item_id: item, parameters: '{}' }),
    ...(isFirst ? { name } : {}),
    ...head,
    ...(systems && { systems }),
  }
  const changes = [
    ...goneBundles(session.snapshot, head),
    ...rows.map(({ path, after }): readonly [string, FileContent | null] => [path, after ?? null]),
  ]
  if (!session.change(changes, `Import ${counted(rows.length, 'file')}`, change)) return
  // The editor can open only text files.
  const texts = taken.filter((path) => typeof plan.files[path] === 'string')
  const first = texts.find((path) => path.includes('/.ai/tools/')) ?? texts[0]
  if (first !== undefined) session.open(first)
  const replaced = rows.filter(({ kind }) => kind === 'changed').length
  const details = [
    ...(head ? [`the settings of “${head.name}”`] : []),
    ...plan.bundles.map(({ name }) => `the system bundle ${name.id} ${name.version}`),
  ]
  const counts = [...(replaced > 0 ? [`${replaced} replaced`] : []), ...(deleted > 0 ? [`${deleted} deleted`] : [])]
  const done = [`Imported ${counted(taken.length, 'file')}${details.map((one) => ` and ${one}`).join('')}`, ...counts]
  view.say({
    ...report(`${done.join(', ')}.`, plan),
    action: { title: 'Undo', run: () => playground.undo() },
  })
}

/** The system spaces of a draft with the imported bundles; undefined without bundles. */
function systemsWith(draft: Snapshot, { bundles }: PlannedImport): Snapshot['systems'] | undefined {
  let systems: Snapshot['systems'] | undefined
  for (const bundle of bundles)
    ({ systems } = withBundle({ ...draft, systems: systems ?? draft.systems ?? ['builtin'] }, bundle).head)
  return systems
}

/** Open an import as a new draft. The current draft stays in the library. */
export async function openImport(playground: Playground, name: string, plan: PlannedImport): Promise<void> {
  const files = incomingOf(plan)
  const systems = systemsWith({ ...emptySnapshot, ...plan.head }, plan)
  const item = firstItem(plan)
  const own = {
    ...emptySnapshot,
    name,
    ...(item === undefined ? {} : { item_id: item, parameters: '{}' }),
    ...plan.head,
  }
  const head = systems ? { ...own, systems } : plan.head
  await withProgress(playground, async (work) => {
    if (await openAsDraft(playground, name, { ...plan, files, head }, work))
      playground.view.say(report(`Opened ${counted(Object.keys(files).length, 'file')} as a draft.`, plan))
  })
}

/** Open a local folder as a separate draft, so that writing back never writes files of another draft. */
export async function takeInFolder(playground: Playground, handle: FileSystemDirectoryHandle): Promise<void> {
  await withProgress(playground, async (work) => {
    const { holds, files } = await readFolder(handle)
    const plan = await planImport(files, { targets: rootTargets(files), packages: 'none' }, work)
    const read = Object.keys(plan.files).sort()
    if (read.length === 0)
      return playground.view.say(report(`${handle.name} has no files to open. Your draft is unchanged.`, plan))
    if (!(await openAsDraft(playground, handle.name, plan, work))) return
    playground.draft.folder = { name: handle.name, handle, holds, read }
    playground.view.say(report(`Opened ${counted(read.length, 'file')} of ${handle.name} as a draft.`, plan))
  })
}

/** Open imported files as a separate draft and save it. Returns false if they exceed the limits of drafts. */
async function openAsDraft(
  playground: Playground,
  name: string,
  plan: Pick<PlannedImport, 'files' | 'head' | 'skipped'>,
  work: LongWork,
): Promise<boolean> {
  const paths = Object.keys(plan.files)
  await work.rest(paths.length)
  const problem = placeProblem(paths, [], ownIds(plan.head ?? {}))
  if (problem !== undefined) {
    playground.view.say({ text: `${problem} Your draft is unchanged.`, tone: 'trouble' })
    return false
  }
  await work.rest(paths.length)
  const item = firstItem(plan)
  // Pause first, because opening a draft updates the whole page in one task.
  await pause()
  const head = {
    ...emptySnapshot,
    name,
    ...(item === undefined ? {} : { item_id: item, parameters: '{}' }),
    ...plan.head,
  }
  await playground.draft.open({ ...head, files: plan.files }, { kind: 'own' })
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

/** The name for a draft with these files: the name of their folder or their only file, or “Imported files”. */
function nameFor(files: readonly Foreign[]): string {
  const [first = '', ...inside] = (files[0]?.name ?? '').split('/')
  if (inside.length > 0) return first
  return files.length === 1 ? first.replace(/\.zip$/, '') : 'Imported files'
}

/** The draft's bundle files that an import's settings remove, as changes to null. */
function goneBundles(
  { files }: Snapshot,
  head: PlannedImport['head'],
): readonly (readonly [path: string, content: null])[] {
  return head?.systems ? Object.keys(files).flatMap((path) => (isReadOnly(path) ? [[path, null] as const] : [])) : []
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
