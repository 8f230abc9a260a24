import { commandLine, npxCommand } from '#core/text'
import { resolve } from '../disk-paths.ts'
import type { Command, Arguments } from '../cli/command.ts'
import { directoryOptions } from '../cli/project-options.ts'
import { lockCommand } from '../cli/lock.ts'
import { runCommand } from '../cli/run/run.ts'
import { shareCommand } from '../cli/share.ts'
import { signCommand } from '../cli/sign.ts'
import type { UserCommandLines } from '../mcp/agent-settings.ts'

/** An option for spaces and rules, as the user passed it at startup; a flag has no value. */
type GivenOption = readonly [name: string, value: string | undefined]

/** The command lines of this program for actions that need the user, with the options from startup. */
export function userCommandLines(options: readonly GivenOption[]): UserCommandLines {
  const line = (command: Command, project: string, words: readonly string[]): string => {
    const known = options.filter(([name]) => Object.hasOwn(command.options, name))
    return commandLine([...npxCommand, command.name, `--dir=${project}`, ...typed(known), ...words])
  }
  return {
    run: (project, item_id, parameters) => line(runCommand, project, [`--params=${parameters}`, '--', item_id]),
    sign: (project, files) => line(signCommand, project, ['--', ...files]),
    share: (project, item_id, parameters, allowSecrets) =>
      line(shareCommand, project, [
        `--item=${item_id}`,
        `--params=${parameters}`,
        ...allowSecrets.map((name) => `--allow-secret=${name}`),
      ]),
    updateLock: (project, item_id) => line(lockCommand, project, ['update', '--', item_id]),
    confirmPolicy: (project) =>
      commandLine([...npxCommand, 'mcp', '--confirm-policy', `--root=${project}`, ...typed(options)]),
  }
}

function typed(options: readonly GivenOption[]): readonly string[] {
  return options.map(([name, value]) => (value === undefined ? `--${name}` : `--${name}=${value}`))
}

/** The given options for spaces and rules, rewritten to be valid in any folder. */
export function optionsGiven(given: Arguments, cwd: string): readonly GivenOption[] {
  return Object.entries(directoryOptions).flatMap(([name, { value, multiple }]): readonly GivenOption[] => {
    if (value === undefined) return given.flag(name) ? [[name, undefined]] : []
    const texts = multiple === true ? given.texts(name) : [given.text(name)].filter((text) => text !== undefined)
    return texts.map((text) => [name, fromAnywhere(name, text, cwd)] as const)
  })
}

/**
 * The value of an option with its path made absolute. A path with `~`, `builtin` and values of other options stay
 * unchanged.
 */
function fromAnywhere(name: string, text: string, cwd: string): string {
  const [, id = '', path = ''] = /^([^=/]*=)?(.*)$/s.exec(text) ?? []
  const isFolder = name === 'user' || name === 'world' || (name === 'system' && text !== 'builtin')
  return isFolder && !path.startsWith('~') ? `${id}${resolve(cwd, path)}` : text
}
