import type { Playground } from '../playground.svelte.ts'
import { importFiles, type Foreign } from './exchange.ts'

/** Put foreign files into the open draft in one step that can be undone, and say what was left out and why. */
export async function takeIn(playground: Playground, files: readonly Foreign[]): Promise<void> {
  const { session, view } = playground
  const [only] = files
  let foreign = files
  if (only && files.length === 1 && only.name.endsWith('.zip')) {
    const { unzip } = await import('./archive.ts')
    const archive = unzip(only.bytes)
    if (archive.problem !== undefined)
      return view.say({ text: `${archive.problem} Your draft is unchanged.`, tone: 'trouble' })
    foreign = archive.files.filter(({ name }) => name !== 'draft.json')
  }
  const { files: taken, skipped } = importFiles(foreign)
  const paths = Object.keys(taken)
  if (paths.length > 0) {
    session.change(Object.entries(taken), `Import ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`)
    const first = paths.find((path) => path.includes('/.ai/tools/')) ?? paths[0]
    if (first !== undefined) session.open(first)
  }
  const left = skipped.map(({ name, because }) => `${name}: ${because}`)
  const shown = left.length > 3 ? [...left.slice(0, 3), `and ${left.length - 3} more`] : left
  view.say({
    text: [
      `Imported ${paths.length} ${paths.length === 1 ? 'file' : 'files'}.`,
      ...(left.length > 0 ? [`Left out ${left.length}: ${shown.join('; ')}`] : []),
    ].join(' '),
    tone: left.length > 0 ? 'trouble' : 'calm',
    ...(paths.length > 0 ? { action: { title: 'Undo', run: () => playground.undo() } } : {}),
  })
}
