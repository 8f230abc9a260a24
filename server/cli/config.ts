import { visible } from '#core/text'
import type { Command, Arguments } from './command.ts'
import { type Directory } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { printJson } from './io.ts'
import { brief } from './paint.ts'
import { projectFileName } from '../project/project-file.ts'

/** A setting as it is in force, and who said it: an option, the project's file, a variable, or nobody. */
interface InForce {
  readonly setting: string
  readonly value: unknown
  readonly from: string
}

/** What all commands go by in this directory: one reading of the settings, told with where each comes from. */
export const configCommand: Command = {
  name: 'config',
  about:
    'Tell which settings are in force for a directory, and who said each: an option, rye-chain.yaml, a variable or the default.',
  more: `Every command and the language server read them the same way. ${projectFileName} is looked for in the project's own folder alone.`,
  options: { ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const { directory } = openProject(projectOptions(given, io))
    const settings = inForce(given, directory)
    if (given.flag('json')) printJson(io, { format: 1, settings })
    else
      for (const { setting, value, from } of settings)
        io.out(`${setting.padEnd(13)} ${value === null ? 'none' : brief(value)}  (${visible(from)})\n`)
    return 0
  },
}

function inForce(given: Arguments, directory: Directory): readonly InForce[] {
  const { workspace, file, shown, onDisk, systems } = directory
  const { dialect, search, dev_mode } = workspace.settings
  const ofProject = shown(`/project/${projectFileName}`)
  /** The first that speaks wins, as `openDirectory` has it. */
  const from = (option: string | undefined, isInFile: boolean, otherwise = 'default'): string =>
    option ?? (isInFile ? ofProject : otherwise)
  const option = (name: string): string | undefined =>
    given.text(name) !== undefined || given.texts(name).length > 0 || given.flag(name) ? `--${name}` : undefined
  const variable = onDisk('/user') === undefined ? 'default' : 'USER_SPACE'
  return [
    { setting: 'project', value: shown('/project'), from: option('dir') ?? 'the current folder' },
    {
      setting: 'user',
      value: onDisk('/user') === undefined ? null : shown('/user'),
      from: from(option('user'), file.user !== undefined, variable),
    },
    {
      setting: 'systems',
      value: systems.map(({ bundle_id, version, root }) => `${bundle_id}@${version}=${shown(root)}`),
      from: from(option('system'), file.systems !== undefined),
    },
    { setting: 'dialect', value: dialect, from: from(option('dialect'), file.dialect !== undefined) },
    { setting: 'search', value: search, from: from(option('search'), file.search !== undefined) },
    {
      setting: 'strict',
      value: !dev_mode,
      from: from(option('strict') ?? option('dev'), file.strict !== undefined),
    },
    { setting: 'ignore', value: file.ignore ?? [], from: from(undefined, file.ignore !== undefined) },
    { setting: 'rules', value: Object.fromEntries(file.rules ?? []), from: from(undefined, file.rules !== undefined) },
    { setting: 'max-warnings', value: file.maxWarnings ?? null, from: from(undefined, file.maxWarnings !== undefined) },
  ]
}
