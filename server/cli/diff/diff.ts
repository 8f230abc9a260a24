import { openDiff } from '../../project/diff/diff.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { itemOptions, parametersGiven } from '../analyze.ts'
import type { Arguments, Command } from '../command.ts'
import { printJson } from '../io.ts'
import { KeptCommand, keptOptions } from '../kept.ts'
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
    'A and B are folders, revisions of the repository that contains --dir (HEAD~1, a branch, a tag), or links (also @FILE, and - for standard input). ' +
    'Compares the items of the project and the user space, with the parameters of --params or none; for a link, only the item that it opens. ' +
    'Both sides use the current system bundles, the files that git ignores, and, unless you pass --user-a or --user-b, the current user space. ' +
    'With --user-a or --user-b, A and B can be omitted: both are the current project. Exit code: 0 the same, 1 different, 2 wrong usage.',
  options: {
    item: { value: 'GLOB', multiple: true, about: "Only items whose ID matches: 'demo/*', '**/lint'." },
    params: itemOptions.params,
    'user-a': {
      value: 'DIR',
      about: 'The user space of A, or none for no user space. For a folder named none, write ./none.',
    },
    'user-b': { value: 'DIR', about: 'The user space of B, or none.' },
    ...directoryOptions,
    ...keptOptions,
    json: { about: 'Print the result as one JSON document.' },
    'show-secrets': { about: 'Show secret values instead of fingerprints.' },
  },
  async run(given, io) {
    const users = [userOf(given, 'user-a'), userOf(given, 'user-b')] as const
    const differsInUser = users.some((user) => user !== undefined)
    const own = given.text('dir') ?? '.'
    const [one, other, ...more] = given.words.length === 0 && differsInUser ? [own, own] : given.words
    if (one === undefined || other === undefined || more.length > 0)
      throw new ReportedError(
        'usage',
        'Pass two sources: folders, git revisions or links. To compare with the current folder, pass . as B.',
      )
    if (one === '-' && other === '-')
      throw new ReportedError('usage', 'Standard input can contain only one link. Pass the other as @FILE.')
    const progress = new Progress(io)
    const kept = new KeptCommand(given, io, true)
    const options = { ...projectOptions(given, kept.io), reads: kept.output?.reads }
    const { before, after, compare } = await openDiff([linkGiven(one, io), linkGiven(other, io)], options, {
      globs: given.texts('item'),
      parameters: parametersGiven(given),
      showSecrets: given.flag('show-secrets'),
      users,
      looked: (what, done, all) => progress.show(`items ${what}`, done, all),
    })
    const print = (): number => {
      const found = compare()
      progress.end()
      if (given.flag('json')) printJson(kept.io, comparisonDocument(found, { before, after }))
      else kept.io.out(comparisonText(found, { before, after }, paintFor(kept.io)))
      return found.items.length === 0 ? 0 : 1
    }
    const directories = [before, after].flatMap(({ directory }) => directory ?? [])
    return directories.length > 0 ? kept.answer(directories, print, [before.digest, after.digest]) : print()
  },
}

/** A folder with a user space; null for the word `none`, undefined without the option. */
function userOf(given: Arguments, option: string): string | null | undefined {
  const word = given.text(option)
  return word === 'none' ? null : word
}
