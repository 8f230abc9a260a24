import type { Snapshot } from '#core'
import type { Playground } from '../playground.svelte.ts'
import { omit } from './records.ts'
import { importFiles, type Foreign, type Imported } from './exchange.ts'

/** Put foreign files into the open draft in one step that can be undone, and say what was left out and why. */
export async function takeIn(playground: Playground, files: readonly Foreign[]): Promise<void> {
  const { session, view } = playground
  const [only] = files
  let foreign = files
  let draft: Foreign | undefined
  if (only && files.length === 1 && only.name.endsWith('.zip')) {
    const { unzip } = await import('./archive.ts')
    const archive = unzip(only.bytes)
    if (archive.problem !== undefined)
      return view.say({ text: `${archive.problem} Your draft is unchanged.`, tone: 'trouble' })
    foreign = archive.files.filter(({ name }) => name !== 'draft.json')
    draft = archive.files.find(({ name }) => name === 'draft.json')
  }
  const { files: taken, skipped } = importFiles(foreign)
  const paths = Object.keys(taken)
  const { head, problem } = draft ? await headOf(draft, taken) : {}
  if (paths.length > 0) {
    session.change(Object.entries(taken), `Import ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`, head)
    const first = paths.find((path) => path.includes('/.ai/tools/')) ?? paths[0]
    if (first !== undefined) session.open(first)
  }
  const left = skipped.map(({ name, because }) => `${name}: ${because}`)
  const shown = left.length > 3 ? [...left.slice(0, 3), `and ${left.length - 3} more`] : left
  view.say({
    text: [
      `Imported ${paths.length} ${paths.length === 1 ? 'file' : 'files'}${head ? ` and the settings of “${head.name}”` : ''}.`,
      ...(problem === undefined ? [] : [`Its draft.json was left out: ${problem}`]),
      ...(left.length > 0 ? [`Left out ${left.length}: ${shown.join('; ')}`] : []),
    ].join(' '),
    tone: left.length > 0 || problem !== undefined ? 'trouble' : 'calm',
    ...(paths.length > 0 ? { action: { title: 'Undo', run: () => playground.undo() } } : {}),
  })
}

/** What an archive says of its draft beside the files: item, parameters, dialect and world, once core has believed it. */
async function headOf(
  draft: Foreign,
  files: Imported['files'],
): Promise<{ readonly head?: Omit<Snapshot, 'files'>; readonly problem?: string }> {
  const { openDocument } = await import('../share/codec.ts')
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(draft.bytes))
  } catch {
    return { problem: 'it is no JSON.' }
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { problem: 'it is no draft.' }
  const opened = openDocument({ ...document, files })
  if (opened.kind === 'rejected') return { problem: opened.problem }
  return { head: omit(omit(opened.snapshot, 'files'), 'expected') }
}
