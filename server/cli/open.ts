import { counted, commandLine, visible } from '#core/text'
import { archiveCommand } from '#core/workspace'
import { openInto } from '../project/open-link.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { linkGiven, machineOf } from './project-options.ts'

/** Write the files of a link into an empty directory. Nothing of them is run. */
export const openCommand: Command = {
  name: 'open',
  words: 'LINK|@FILE|-',
  about: 'Write the files of a share link into an empty directory.',
  more: 'A link that is too long for a command line comes from a file (@FILE) or from standard input (-). DIR gets project/, user/, system/ with the bundles that the draft brings, and draft.json, as in an archive that the page exports.',
  options: {
    to: { value: 'DIR', about: 'Where to: a directory that is empty or not there yet.' },
    json: { about: 'What was written, as JSON.' },
  },
  async run(given, io) {
    const [link, ...more] = given.words
    if (link === undefined || more.length > 0)
      throw new ReportedError(
        'usage',
        'Give one link, the file that holds it as @FILE, or - to read it from standard input.',
      )
    const folder = given.need('to')
    const { to, snapshot } = await openInto(linkGiven(link, io), folder, machineOf(io))
    const { files, ...head } = snapshot
    if (given.flag('json')) printJson(io, { to, ...head, files: Object.keys(files) })
    else
      io.out(
        `${counted(Object.keys(files).length, 'file')} of ${visible(snapshot.name)} in ${to}\nTo look at it: ${commandLine(archiveCommand(snapshot, folder))}\n`,
      )
    return 0
  },
}
