import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describeShareProblem } from '#core/share'
import { counted, commandLine, visible } from '#core/text'
import { archiveCommand } from '#core/workspace'
import type { Command } from './command.ts'
import { printJson, Trouble, UsageError } from './io.ts'
import { bytesOf, openLink } from './link.ts'
import { personsPath } from './spaces.ts'
import { realPlace } from '../project/inside.ts'
import { writeNew } from '../project/write-whole.ts'

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
      throw new UsageError('Give one link, the file that holds it as @FILE, or - to read it from standard input.')
    const to = personsPath(given.need('to'), '--to', io.cwd, io)
    const opened = await openLink(link, io)
    if (opened.kind === 'rejected') throw new UsageError(describeShareProblem(opened.problem))
    const { snapshot } = opened
    if (existsSync(to) && readdirSync(to).length > 0) throw new Trouble(`${to} is not empty. Choose another directory.`)
    const { files, ...head } = snapshot
    const place = realPlace(to)
    if (place === undefined) throw new Trouble(`${to} is a link that leads nowhere. Choose another directory.`)
    const draft = { path: join(place, 'draft.json'), content: `${JSON.stringify(head, null, 2)}\n` }
    const made = Object.entries(files).map(([path, content]) => ({
      path: join(place, path),
      content: bytesOf(content),
    }))
    writeNew([...made, draft])
    if (given.flag('json')) printJson(io, { to, ...head, files: Object.keys(files) })
    else
      io.out(
        `${counted(Object.keys(files).length, 'file')} of ${visible(snapshot.name)} in ${to}\nTo look at it: ${commandLine(archiveCommand(snapshot, given.need('to')))}\n`,
      )
    return 0
  },
}
