import { counted, visible } from '#core/text'
import { requireTree } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import { otherSpaces } from '../project/share.ts'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import type { Command } from './command.ts'
import { printJson, type Io } from './io.ts'
import { directoryOptions, projectOptions } from './project-options.ts'

/** A link that holds a directory: everything is in its fragment, which no server sees. */
export const shareCommand: Command = {
  name: 'share',
  words: '[ITEM]',
  about: 'Print a link that opens this directory in the playground.',
  more: 'ITEM, an item id or the path of its file, is what the link opens on. The .ai folders, the .env of the project and system bundles of your own go into it. Values that look like secrets stop it until you decide.',
  options: {
    ...itemOptions,
    ...Object.fromEntries(Object.entries(directoryOptions).filter(([name]) => name !== 'env' && name !== 'world')),
    name: { value: 'TEXT', about: 'The name of the draft. That of the folder if not given.' },
    base: { value: 'URL', about: 'Where the playground is. http://127.0.0.1:4173/ if not given.' },
    short: {
      value: 'URL',
      about:
        'Keep it on this server and print its short link: the address that the server printed, or RYE_TOKEN for its token.',
    },
    'leave-out': { value: 'PATH', multiple: true, about: 'A file or folder of the project that stays at home.' },
    'allow-secret': { value: 'NAME', multiple: true, about: 'Share what is listed under this name: it is no secret.' },
    'with-secrets': { about: 'Share what looks like a secret too.' },
    json: { about: 'Link, length and files as JSON.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    requireTree(directory)
    const [server, base] = [given.text('short'), given.text('base')]
    if (server !== undefined && base !== undefined)
      throw new ReportedError('usage', 'Give --short or --base, not both.')
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
        io.err(
          `${counted(count, 'file')} of ${named} ${directory.shown(root)} ${count === 1 ? 'is' : 'are'} in the link too.\n`,
        )
    }
    if (analysis.status === 'not_found') io.err(`The link opens on ${visible(snapshot.item_id)}, which is not found.\n`)
    warnAboutLength(link, io)
    return 0
  },
}

/** Some programs that carry links cut them; browsers do not. */
function warnAboutLength(link: string, io: Io): void {
  if (link.length > 8_000)
    io.err(`The link has ${link.length} characters: mail and chat may cut it. Leave files out to shorten it.\n`)
}
