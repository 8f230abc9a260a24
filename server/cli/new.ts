import { commandLine, npxCommand, visible } from '#core/text'
import { newToolKinds } from '#core/write'
import type { Command, Arguments } from './command.ts'
import { openProject } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { printJson } from './io.ts'
import { modelineOf } from '../project/file-schemas.ts'
import { newToolFiles } from '../project/new-tool.ts'
import { ReportedError } from '../project/reported-error.ts'
import { writeNew } from '../project/write-whole.ts'

/** Creates a tool from the templates of the page's "New tool". It does not overwrite existing files. */
export const newCommand: Command = {
  name: 'new',
  words: `${newToolKinds.join('|')} ID`,
  about: 'Create a tool from a template, with its schema, category and executor.',
  more: 'ID is the path of the tool in .ai/tools without the extension, for example demo/greet.',
  options: {
    parameters: {
      value: 'LIST',
      about: `The parameters: 'name: string = "world", count: integer'. A parameter without a default is required.`,
    },
    space: {
      value: 'NAME',
      choices: ['project', 'user'],
      about: 'The space to write the tool to: project or user. Default: project.',
    },
    ...Object.fromEntries(
      Object.entries(directoryOptions).filter(([name]) => ['dir', 'user', 'dialect'].includes(name)),
    ),
    json: { about: 'Print the written files as JSON.' },
  },
  run(given, io) {
    const [word = '', item_id = '', ...more] = given.words
    const { directory } = openProject(projectOptions(given, io))
    if (item_id === '' || more.length > 0)
      throw new ReportedError('usage', 'Pass one kind and one ID: rye-chain new python demo/greet')
    const space = given.oneOf('space', ['project', 'user'])
    const wanted = { kind: word, item_id, parameters: given.text('parameters') ?? '', space }
    const made = newToolFiles(wanted, directory.workspace)
    if (directory.onDisk(`/${space}`) === undefined)
      throw new ReportedError('usage', '--space user requires --user DIR.')
    writeNew(
      made.files.map(({ path, text }) => {
        const place = directory.folders.place(path)
        return { path: place, content: (path.endsWith('.yaml') ? modelineOf(place, 'tool') : '') + text }
      }),
    )
    const written = made.files.map(({ path }) => directory.shown(path))
    if (given.flag('json')) printJson(io, { item_id, files: written, parameters: made.parameters })
    else {
      const words = [
        'analyze',
        ...same(given, ['dir', 'user', 'dialect']),
        '--item',
        item_id,
        '--params',
        made.parameters,
      ]
      const next = commandLine([...npxCommand, ...words])
      io.out(`${written.map((path) => `wrote ${visible(path)}\n`).join('')}Next: ${next}\n`)
    }
    return 0
  },
}

/** The given options, to repeat them in the next command. */
function same(given: Arguments, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = given.text(name)
    return value === undefined ? [] : [`--${name}`, value]
  })
}
