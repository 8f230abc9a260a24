import { visible } from '#core/text'
import { requireTree } from '../project/directory.ts'
import { installHook } from '../project/hook.ts'
import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { directoryOptions, projectOptions } from './project-options.ts'

/** Installs the git hook that checks each commit. */
export const hookCommand: Command = {
  name: 'hook',
  words: 'install',
  about: 'Install a git hook that checks the files of each commit and refuses a commit with errors.',
  more: 'Writes the pre-commit hook of the repository, which runs check --staged. Does not change a hook from another source.',
  options: { ...directoryOptions, json: { about: 'Print the result as JSON.' } },
  run(given, io) {
    const [task, ...more] = given.words
    if (task !== 'install' || more.length > 0)
      throw new ReportedError('usage', 'Pass one action: rye-chain hook install.')
    const { directory } = openProject(projectOptions(given, io))
    requireTree(directory)
    const hook = installHook(directory)
    if (given.flag('json')) printJson(io, hook)
    else io.out(`${words[hook.done]} ${visible(hook.path)}\nEach commit runs: ${visible(hook.command)}\n`)
    return 0
  },
}

const words = { created: 'wrote', updated: 'updated', unchanged: 'unchanged:' } as const
