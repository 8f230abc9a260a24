import { counted, visible } from '#core/text'
import { isLoopback } from '../config.ts'
import { requireTree } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import { otherSpaces } from '../project/share.ts'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import type { Command } from './command.ts'
import { printJson, type Io } from './io.ts'
import { directoryOptions, projectOptions } from './project-options.ts'

/** Creates a link that contains a directory in its fragment, which browsers do not send to servers. */
export const shareCommand: Command = {
  name: 'share',
  words: '[ITEM]',
  about: 'Print a link that opens the project in the playground.',
  more: 'The link opens ITEM, an item ID or the path of its file. It contains the .ai folders, the .env of the project and your own system bundles. If values look like secrets, the command lists them and prints no link until you allow each value or leave it out.',
  options: {
    ...itemOptions,
    ...Object.fromEntries(Object.entries(directoryOptions).filter(([name]) => name !== 'env' && name !== 'world')),
    name: { value: 'TEXT', about: "The draft's name. Default: the folder's name." },
    base: { value: 'URL', about: 'The address of the playground. Default: http://127.0.0.1:4173/.' },
    short: {
      value: 'URL',
      about:
        'Store the draft on this server and print a short link. Pass the URL that the server printed, or set RYE_TOKEN to its token.',
    },
    'leave-out': { value: 'PATH', multiple: true, about: 'A file or folder of the project to leave out.' },
    'allow-secret': {
      value: 'NAME',
      multiple: true,
      about: 'Share the value with this name, although it looks like a secret.',
    },
    'with-secrets': { about: 'Also share values that look like secrets.' },
    json: { about: 'Print link, length and files as JSON.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    requireTree(directory)
    const [server, base] = [given.text('short'), given.text('base')]
    if (server !== undefined && base !== undefined)
      throw new ReportedError('usage', 'Pass --short or --base, not both.')
    const options = {
      item_id: itemGiven(given, directory, given.words),
      parameters: parametersGiven(given),
      name: given.text('name'),
      leaveOut: given.texts('leave-out'),
      allowSecrets: given.flag('with-secrets') ? ('all' as const) : given.texts('allow-secret'),
      base,
    }
    const { link, snapshot, analysis } = await project.share(options, server)
    const files = Object.keys(snapshot.files)
    if (given.flag('json')) printJson(io, { link, characters: link.length, files })
    else io.out(`${link}\n`)
    for (const { root, named } of otherSpaces(directory)) {
      const count = files.filter((path) => path.startsWith(`${root}/`)).length
      if (count > 0)
        io.err(`The link also contains ${counted(count, 'file')} from ${named} ${directory.shown(root)}.\n`)
    }
    if (analysis.status === 'not_found')
      io.err(`The link opens ${visible(snapshot.item_id)}, but the project does not contain this item.\n`)
    warnAboutAddress(link, io)
    warnAboutLength(link, io)
    return 0
  },
}

/** Warns about a link to a loopback address, which works only on the computer that created it. */
function warnAboutAddress(link: string, io: Io): void {
  const { hostname } = new URL(link)
  if (isLoopback(hostname))
    io.err(
      `Only this computer can open the link: its address is ${hostname}. For a link that others can open, use --base URL or --short URL with a server that they can reach.\n`,
    )
}

/** Warns about a long link, which some mail and chat programs cut. */
function warnAboutLength(link: string, io: Io): void {
  if (link.length > 8_000)
    io.err(
      `The link has ${link.length} characters, and some mail and chat programs cut long links. To shorten the link, use --leave-out.\n`,
    )
}
