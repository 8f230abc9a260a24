import { listItems } from '#core/resolve'
import { openProject } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { readArguments, type Command, type Arguments } from './command.ts'
import { colorWords, type Io } from './io.ts'
import { isUsage, ReportedError } from '../project/reported-error.ts'

/**
 * For each shell, the script that requests candidates from this program: `rye-chain completion answer -- WORD...` prints one candidate
 * per line for the last word. Without candidates, the shell completes a file name.
 */
const scripts = {
  bash: `_rye_chain() {
  local IFS=$'\\n'
  COMPREPLY=($(rye-chain completion answer -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _rye_chain rye-chain
`,
  // `compdef` requires the completion system.
  zsh: `#compdef rye-chain
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_rye_chain() {
  local -a candidates
  candidates=("\${(@f)$(rye-chain completion answer -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=("\${(@)candidates:#}")
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
compdef _rye_chain rye-chain
`,
  fish: `function __rye_chain
  set -l words (commandline -opc) (commandline -ct)
  rye-chain completion answer -- $words[2..-1] 2>/dev/null
end
complete -c rye-chain -a '(__rye_chain)'
`,
} as const

const shells = ['bash', 'zsh', 'fish'] as const satisfies readonly (keyof typeof scripts)[]

/** Completion of commands, options, their values and item IDs, from the same tables as the help. */
export function completionCommand(commands: () => Promise<readonly Command[]>, services: readonly string[]): Command {
  return {
    name: 'completion',
    words: 'bash|zsh|fish',
    about: 'Print the completion script of a shell.',
    more: 'For bash, add eval "$(rye-chain completion bash)" to ~/.bashrc. For zsh, add eval "$(rye-chain completion zsh)" to ~/.zshrc. For fish, run rye-chain completion fish | source.',
    options: {},
    async run(given, io) {
      const [name, ...words] = given.words
      if (name === 'answer') {
        for (const candidate of candidatesFor(words, await commands(), services, io)) io.out(`${candidate}\n`)
        return 0
      }
      const shell = shells.find((known) => known === name)
      if (shell === undefined || words.length > 0)
        throw new ReportedError('usage', `Pass one shell: ${shells.join(', ')}.`)
      io.out(scripts[shell])
      return 0
    },
  }
}

/** The candidates for the last word. `--option=prefix` is one word in zsh and fish, and three words in bash. */
function candidatesFor(words: readonly string[], ...known: Known): readonly string[] {
  const whole = words.reduce<readonly string[]>((joined, word, index) => {
    const isCut = joined.at(-1)?.startsWith('--') === true && (word === '=' || words[index - 1] === '=')
    return isCut ? [...joined.slice(0, -1), `${joined.at(-1)}${word}`] : [...joined, word]
  }, [])
  const [, option, begun] = /^(--[^=]+)=(.*)$/s.exec(whole.at(-1) ?? '') ?? []
  if (option === undefined || begun === undefined) return candidatesAt(whole, ...known)
  const found = candidatesAt([...whole.slice(0, -1), option, begun], ...known)
  // Bash replaces only the text after the equals sign.
  return whole.length < words.length ? found : found.map((value) => `${option}=${value}`)
}

type Known = readonly [commands: readonly Command[], services: readonly string[], io: Io]

function candidatesAt(words: readonly string[], ...[commands, services, io]: Known): readonly string[] {
  const begun = words.at(-1) ?? ''
  const [name, ...before] = words.slice(0, -1)
  const command = commands.find((known) => known.name === name)
  const fitting = (all: readonly string[]): readonly string[] => all.filter((one) => one.startsWith(begun))
  if (name === undefined || name === 'help')
    return fitting([...commands.map((known) => known.name), ...services, ...(name === undefined ? ['help'] : [])])
  // These options are valid everywhere, as in `main.ts`.
  if (before.at(-1) === '--color') return fitting(colorWords)
  if (!command) return []
  const last = /^--(.+)$/.exec(before.at(-1) ?? '')?.[1]
  const option = last === undefined ? undefined : command.options[last]
  if (option?.value !== undefined)
    return fitting(last === 'item' ? itemIds(command, before.slice(0, -1), io) : [...new Set(option.choices)])
  return fitting(begun.startsWith('-') ? optionsOf(command) : nextWords(command, before, io))
}

/** The possible next words of a command, if it accepts fixed words or an item. */
function nextWords(command: Command, before: readonly string[], io: Io): readonly string[] {
  const given = readWords(command, before)
  const next = given && command.words?.split(' ')[given.words.length]
  if (next === '[ITEM]') return itemIds(command, before, io)
  return next !== undefined && /^[a-z|]+$/.test(next) ? next.split('|') : []
}

function optionsOf({ options }: Command): readonly string[] {
  return [...Object.keys(options), 'color', 'help'].map((name) => `--${name}`)
}

/** The items of the directory named by the previous words; empty if it cannot be read. */
function itemIds(command: Command, before: readonly string[], io: Io): readonly string[] {
  const given = readWords(command, before)
  try {
    return given
      ? listItems(openProject(projectOptions(given, io)).directory.workspace).map(({ item_id }) => item_id)
      : []
  } catch (error) {
    if (isUsage(error)) return []
    throw error
  }
}

/** The arguments before the cursor; undefined if they are invalid. */
function readWords(command: Command, before: readonly string[]): Arguments | undefined {
  try {
    return readArguments({ ...command, options: { ...command.options, ...directoryOptions }, words: '' }, before)
  } catch (error) {
    if (isUsage(error)) return undefined
    throw error
  }
}
