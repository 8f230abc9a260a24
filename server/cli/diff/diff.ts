import { settingsOfSnapshot, type Snapshot, type World } from '#core/workspace'
import { itemOptions, parametersGiven } from '../analyze.ts'
import type { Command, Given } from '../command.ts'
import { directoryOptions } from '../directory.ts'
import { fitting, requireFitting } from '../globs.ts'
import { printJson, UsageError } from '../io.ts'
import { itemGlobs } from '../item-globs.ts'
import { paintFor } from '../paint.ts'
import { Progress } from '../progress.ts'
import { compareSides, ownItems, type Asked } from './comparison.ts'
import { comparisonDocument, comparisonText } from './report.ts'
import { namedBy, openSide, type Named } from './side.ts'

/** What differs between two states of a project: not which lines, but which chains, commands and values. */
export const diffCommand: Command = {
  name: 'diff',
  words: 'A B',
  about: 'Show which chains, commands and values differ between two directories, git revisions or links.',
  more:
    'A and B are folders, revisions of the repository of --dir (HEAD~1, a branch, a tag), or links (also @FILE, and - for standard input). ' +
    'Items of the project and the user space are compared, without parameters unless --params gives some; of a link, the item that it opens. ' +
    'User space, system bundles and what git ignores are those of today on both sides. Exit code: 0 the same, 1 they differ, 2 not understood.',
  options: {
    item: { value: 'GLOB', multiple: true, about: "Only items whose id fits: 'demo/*', '**/lint'." },
    params: itemOptions.params,
    ...directoryOptions,
    json: { about: 'The same as one JSON document.' },
    'show-secrets': { about: 'Secrets as they are, not as fingerprints.' },
  },
  async run(given, io) {
    const [one, other, ...more] = given.words
    if (one === undefined || other === undefined || more.length > 0)
      throw new UsageError(
        'Give two: folders, git revisions or links. To compare with the folder as it is, give . as B.',
      )
    if (one === '-' && other === '-') throw new UsageError('Standard input holds one link only.')
    const named = [await namedBy(one, given, io), await namedBy(other, given, io)] as const
    const before = openSide(named[0], worldOfLink(named[1]), given, io)
    const after = openSide(named[1], worldOfLink(named[0]), given, io)
    const globs = itemGlobs(given)
    const ids = globs.length === 0 ? [] : [before, after].flatMap(({ workspace }) => [...ownItems(workspace)])
    requireFitting(globs, ids, 'Neither side has one in its project or user space.')
    const progress = new Progress(io)
    const found = compareSides(before, after, {
      ...askedOf(given, globs, [before.draft, after.draft]),
      read: (done, all) => progress.tell('items read', done, all),
      compared: (done, all) => progress.tell('items compared', done, all),
    })
    progress.end()
    if (given.flag('json')) printJson(io, comparisonDocument(found, { before, after }))
    else io.out(comparisonText(found, { before, after }, paintFor(io)))
    return found.items.length === 0 ? 0 : 1
  },
}

/** A link brings its world with it: what it is compared with has to stand in the same. */
function worldOfLink(named: Named): World | undefined {
  return named.kind === 'link' ? settingsOfSnapshot(named.draft).world : undefined
}

/** What the options name, else what a link opens, else every item without parameters. */
function askedOf(given: Given, globs: readonly string[], drafts: readonly (Snapshot | undefined)[]): Asked {
  const draft = drafts.find((one) => one !== undefined)
  const opened = drafts.flatMap((one) => (one ? [one.item_id] : []))
  return {
    isWanted: globs.length > 0 ? fitting(globs) : draft ? (id) => opened.includes(id) : () => true,
    parameters: parametersGiven(given) ?? draft?.parameters,
    showSecrets: given.flag('show-secrets'),
  }
}
