import { visible } from '#core/text'
import type { Command, Arguments } from './command.ts'
import { type Directory } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { printJson } from './io.ts'
import { brief } from './paint.ts'
import { projectFileName } from '../project/project-file.ts'

/** The effective value of a setting, with its source: an option, the project file, a variable or the default. */
interface InForce {
  readonly setting: string
  readonly value: unknown
  readonly from: string
}

/** The effective settings of a directory, each with its source. All commands use these values. */
export const configCommand: Command = {
  name: 'config',
  about:
    "Show a project's effective settings and the source of each: an option, rye-chain.yaml, a variable or the default.",
  more: `The commands for a project and the language server use these settings. ${projectFileName} is read from the project's own folder only.`,
  options: { ...directoryOptions, json: { about: 'Print the result as JSON.' } },
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
  /** The first source with a value is used, as in `openDirectory`. */
  const from = (option: string | undefined, isInFile: boolean, otherwise = 'default'): string =>
    option ?? (isInFile ? ofProject : otherwise)
  const option = (name: string): string | undefined =>
    given.text(name) !== undefined || given.texts(name).length > 0 || given.flag(name) ? `--${name}` : undefined
  const variable = onDisk('/user') === undefined ? 'default' : 'USER_SPACE'
  return [
    {
      setting: 'project',
      value: shown('/project'),
      from: option('dir') ?? (shown('/project') === '.' ? 'the current folder' : 'the nearest folder with .ai'),
    },
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
