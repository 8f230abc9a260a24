import type { Snapshot } from './snapshot.ts'

/**
 * The words of the command that gives the analysis of a draft on a machine where its files lie in `folder`, as an archive of the page
 * or `rye-chain open` puts them there.
 */
export function archiveCommand(snapshot: Snapshot, folder: string): readonly string[] {
  const { item_id, parameters, dialect, search, dev_mode, files, systems = [] } = snapshot
  const words = ['rye-chain', 'analyze', '--dir', `${folder}/project`]
  if (Object.keys(files).some((path) => path.startsWith('/user/'))) words.push('--user', `${folder}/user`)
  for (const one of systems)
    words.push('--system', one === 'builtin' ? one : `${one.id}@${one.version}=${folder}/system/${one.id}`)
  words.push('--item', item_id)
  if (parameters.trim() !== '{}') words.push('--params', parameters)
  words.push('--dialect', dialect, '--search', search, dev_mode ? '--dev' : '--strict')
  return [...words, '--world', `${folder}/draft.json`]
}
