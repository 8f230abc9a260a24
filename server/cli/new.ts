import { kindProblem, newTool, newToolKinds, visible, type NewToolKind } from '#core'
import type { Command, Given } from './command.ts'
import { directoryOptions, openDirectory } from './directory.ts'
import { printJson, Trouble, UsageError } from './io.ts'
import { shellWord } from './paint.ts'
import { writeNew } from './write.ts'

/** The same templates as the page's "New tool". Nothing is overwritten. */
export const newCommand: Command = {
  name: 'new',
  words: 'KIND ID',
  about: 'Begin a tool: a template with its schema, its category and its executor, ready to be analysed.',
  more: `KIND is ${newToolKinds.join(', ')}. ID is its path below .ai/tools without the extension, such as demo/greet.`,
  options: {
    parameters: {
      value: 'LIST',
      about: `The parameters: 'name: string = "world", count: integer'. One without a default must be given.`,
    },
    space: {
      value: 'NAME',
      choices: ['project', 'user'],
      about: 'Where it is written: project (the default) or user.',
    },
    ...Object.fromEntries(
      Object.entries(directoryOptions).filter(([name]) => ['dir', 'user', 'dialect'].includes(name)),
    ),
    json: { about: 'What was written, as JSON.' },
  },
  run(given, io) {
    const [word = '', item_id = '', ...more] = given.words
    const directory = openDirectory(given, io)
    const dialect = directory.workspace.dialect.name
    const kind = kindOf(word)
    if (item_id === '' || more.length > 0)
      throw new UsageError('Give one kind and one id: rye-chain new python demo/greet')
    const because = kindProblem(kind, dialect)
    if (because !== undefined) throw new Trouble(because)
    const space = given.oneOf('space', ['project', 'user'])
    const made = newTool({ kind, item_id, parameters: given.text('parameters') ?? '', dialect, space })
    if ('problem' in made) throw new UsageError(made.problem)
    if (directory.onDisk(`/${space}`) === undefined) throw new UsageError('--space user needs --user DIR.')
    for (const { path, text } of made.files) writeNew(directory.onDisk(path) ?? path, text)
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
      const next = ['rye-chain', ...words].map((one) => visible(shellWord(one))).join(' ')
      io.out(`${written.map((path) => `wrote ${visible(path)}\n`).join('')}To look at it: ${next}\n`)
    }
    return 0
  },
}

function kindOf(word: string): NewToolKind {
  const kind = newToolKinds.find((known) => known === word)
  if (kind === undefined)
    throw new UsageError(`${JSON.stringify(word)} is nothing that can be begun. There are: ${newToolKinds.join(', ')}.`)
  return kind
}

/** The options that the next command needs again. */
function same(given: Given, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = given.text(name)
    return value === undefined ? [] : [`--${name}`, value]
  })
}
