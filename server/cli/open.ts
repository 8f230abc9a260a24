import { commandLine, counted, npxCommand, visible } from '#core/text'
import { archiveCommand } from '#core/workspace'
import { openInto } from '../project/open-link.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { linkGiven, machineOf } from './project-options.ts'

/** Writes the files of a link to an empty directory. It does not run any of them. */
export const openCommand: Command = {
  name: 'open',
  words: 'LINK|@FILE|-',
  about: 'Write the files of a share link to an empty folder.',
  more: 'Pass a link that is too long for a command line as a file (@FILE) or on standard input (-). Like a zip exported from the page, DIR then contains project/, user/, system/ (the bundles of the draft) and draft.json.',
  options: {
    to: { value: 'DIR', about: 'The target: a folder that is empty or does not exist.' },
    json: { about: 'Print the written files as JSON.' },
  },
  async run(given, io) {
    const [link, ...more] = given.words
    if (link === undefined || more.length > 0)
      throw new ReportedError(
        'usage',
        'Pass one link, @FILE to read it from a file, or - to read it from standard input; and the target with --to DIR.',
      )
    const folder = given.need('to')
    const { to, snapshot } = await openInto(linkGiven(link, io), folder, machineOf(io))
    const { files, ...head } = snapshot
    if (given.flag('json')) printJson(io, { to, ...head, files: Object.keys(files) })
    else
      io.out(
        `${counted(Object.keys(files).length, 'file')} of ${visible(snapshot.name)} in ${to}\nNext: ${commandLine([...npxCommand, ...archiveCommand(snapshot, folder)])}\n`,
      )
    return 0
  },
}
