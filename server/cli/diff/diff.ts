import { diff } from '../../project/diff/diff.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { itemOptions, parametersGiven } from '../analyze.ts'
import type { Command } from '../command.ts'
import { printJson } from '../io.ts'
import { paintFor } from '../paint.ts'
import { Progress } from '../progress.ts'
import { directoryOptions, linkGiven, projectOptions } from '../project-options.ts'
import { comparisonDocument, comparisonText } from './report.ts'

/** Compare two states of a project by chains, commands and values, instead of lines. */
export const diffCommand: Command = {
  name: 'diff',
  words: 'A B',
  about: 'Show the chains, commands and values that differ between two folders, git revisions or links.',
  more:
    'A and B are folders, revisions of the repository of --dir (HEAD~1, a branch, a tag), or links (also @FILE, and - for standard input). ' +
    'Compares the items of the project and the user space, with the parameters of --params or none; for a link, only the item that it opens. ' +
    'Both sides use the current user space, system bundles and files ignored by git. Exit code: 0 the same, 1 different, 2 wrong usage.',
  options: {
    item: { value: 'GLOB', multiple: true, about: "Only items whose ID matches: 'demo/*', '**/lint'." },
    params: itemOptions.params,
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
    'show-secrets': { about: 'Show secret values instead of fingerprints.' },
  },
  async run(given, io) {
    const [one, other, ...more] = given.words
    if (one === undefined || other === undefined || more.length > 0)
      throw new ReportedError(
        'usage',
        'Pass two sources: folders, git revisions or links. To compare with the current folder, pass . as B.',
      )
    if (one === '-' && other === '-')
      throw new ReportedError('usage', 'Standard input can contain only one link. Pass the other as @FILE.')
    const progress = new Progress(io)
    const { before, after, found } = await diff([linkGiven(one, io), linkGiven(other, io)], projectOptions(given, io), {
      globs: given.texts('item'),
      parameters: parametersGiven(given),
      showSecrets: given.flag('show-secrets'),
      looked: (what, done, all) => progress.show(`items ${what}`, done, all),
    })
    progress.end()
    if (given.flag('json')) printJson(io, comparisonDocument(found, { before, after }))
    else io.out(comparisonText(found, { before, after }, paintFor(io)))
    return found.items.length === 0 ? 0 : 1
  },
}
