import { dialectNames } from '#core/rules'
import { commandLine, npxCommand, visible } from '#core/text'
import { initProject } from '../project/init.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'

/** Creates a project: its settings, and a tool to try. */
export const initCommand: Command = {
  name: 'init',
  words: '[DIR]',
  about: 'Create a project in a folder: rye-chain.yaml and a sample tool. Does not change existing files.',
  options: {
    dialect: {
      value: 'NAME',
      choices: ['lillux', ...dialectNames],
      about: `The dialect: ${dialectNames.join(', ')}. Default: lillux.`,
    },
    bare: { about: 'Create no sample tool.' },
    json: { about: 'Print the written files as JSON.' },
  },
  run(given, io) {
    const [dir = '.', ...more] = given.words
    if (dir === '' || more.length > 0)
      throw new ReportedError('usage', 'Pass one folder, or none for the current folder.')
    const dialect = given.oneOf('dialect', ['lillux', ...dialectNames])
    const { files, sample } = initProject({ dir, dialect, bare: given.flag('bare') }, io.cwd)
    if (given.flag('json')) printJson(io, { files, sample })
    else {
      const place = dir === '.' ? [] : ['--dir', dir]
      const words = sample ? ['run', sample.item_id, ...place, '--params', sample.parameters] : ['check', ...place]
      io.out(
        `${files.map((path) => `wrote ${visible(path)}\n`).join('')}Next: ${commandLine([...npxCommand, ...words])}\n`,
      )
    }
    return 0
  },
}
