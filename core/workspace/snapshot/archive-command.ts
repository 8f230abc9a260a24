import type { Snapshot } from './snapshot.ts'

/**
 * The arguments of `rye-chain` that analyze a draft in `folder`. The draft was extracted from an archive of the page
 * or with `rye-chain open`.
 */
export function archiveCommand(snapshot: Snapshot, folder: string): readonly string[] {
  const { item_id, parameters, dialect, search, dev_mode, files, systems = [] } = snapshot
  const words = ['analyze', '--dir', `${folder}/project`]
  if (Object.keys(files).some((path) => path.startsWith('/user/'))) words.push('--user', `${folder}/user`)
  for (const one of systems)
    words.push('--system', one === 'builtin' ? one : `${one.id}@${one.version}=${folder}/system/${one.id}`)
  words.push('--item', item_id)
  if (parameters.trim() !== '{}') words.push('--params', parameters)
  words.push('--dialect', dialect, '--search', search, dev_mode ? '--dev' : '--strict')
  return [...words, '--world', `${folder}/draft.json`]
}
