import { visible } from '#core/text'
import { requireTree } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { Progress } from './progress.ts'
import { directoryOptions, keyOption, projectOptions } from './project-options.ts'

const { dir } = directoryOptions

/** R10.5: sign tools and tool configs. */
export const signCommand: Command = {
  name: 'sign',
  words: 'ITEM|FILE...',
  about: 'Sign tools and tool configs with your key, in place.',
  more: 'Replaces existing signatures. A file with a valid signature from your key is not changed. Converts line endings to \\n.',
  options: {
    all: { about: 'Sign every tool and tool config of the project.' },
    ...(dir ? { dir } : {}),
    user: keyOption,
    json: { about: 'Print the result for each file as JSON.' },
  },
  async run(given, io) {
    const user = given.text('user')
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    const all = given.flag('all')
    if (all === given.words.length > 0) throw new ReportedError('usage', 'Pass the items or files to sign, or --all.')
    if (all) requireTree(directory)
    const progress = new Progress(io)
    const looked = (done: number, most: number): void => progress.show('files signed', done, most)
    const { fingerprint, files, troubles } = await project.sign({
      files: all ? undefined : given.words,
      user,
      looked,
    })
    progress.end()
    if (given.flag('json')) printJson(io, { fingerprint, files })
    else {
      for (const { path, done } of files) io.out(`${done}  ${visible(path)}\n`)
      io.out(`${files.filter(({ done }) => done === 'signed').length} signed with ${fingerprint}\n`)
    }
    for (const trouble of troubles) io.err(`${visible(trouble)}\n`)
    return troubles.length === 0 ? 0 : 1
  },
}
