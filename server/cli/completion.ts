import { listItems } from '#core/resolve'
import { openProject } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { readArguments, type Command, type Arguments } from './command.ts'
import { colorWords, type Io } from './io.ts'
import { isUsage, ReportedError } from '../project/reported-error.ts'
import { rulesOf } from '../project/rules.ts'

/**
 * For each shell, the script that requests candidates from this program: `rye-chain completion answer -- WORD...`
 * prints one candidate per line for the last word, and `describe` also prints a tab and a description. Without
 * candidates, the shell completes a file name.
 */
const scripts = {
  // Bash has no descriptions, so they follow the words in a list. A single candidate is inserted without them.
  bash: `_rye_chain() {
  local IFS=$'\\n' line
  local -a lines
  lines=($(rye-chain completion describe -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  COMPREPLY=()
  for line in "\${lines[@]}"; do
    if [[ \${#lines[@]} -gt 1 && $COMP_TYPE != 37 && $line == *$'\\t'* ]]; then
      COMPREPLY+=("\${line%%$'\\t'*}  (\${line#*$'\\t'})")
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done
}
complete -o default -F _rye_chain rye-chain
`,
  // `compdef` requires the completion system.
  zsh: `#compdef rye-chain
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_rye_chain() {
  local -a lines candidates displays
  local line
  lines=("\${(@f)$(rye-chain completion describe -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${(@)lines:#}"; do
    candidates+=("\${line%%$'\\t'*}")
    displays+=("\${line/$'\\t'/  -- }")
  done
  if (( \${#candidates} )); then compadd -l -d displays -a candidates; else _files; fi
}
compdef _rye_chain rye-chain
`,
  fish: `function __rye_chain
  set -l words (commandline -opc) (commandline -ct)
  rye-chain completion describe -- $words[2..-1] 2>/dev/null
end
complete -c rye-chain -a '(__rye_chain)'
`,
} as const

const shells = ['bash', 'zsh', 'fish'] as const satisfies readonly (keyof typeof scripts)[]

/** Completion of commands, options, their values and item IDs, from the same tables as the help. */
export function completionCommand(commands: () => Promise<readonly Command[]>, services: readonly Named[]): Command {
  return {
    name: 'completion',
    words: 'bash|zsh|fish',
    about: 'Print the completion script of a shell.',
    more: 'For bash, add eval "$(rye-chain completion bash)" to ~/.bashrc. For zsh, add eval "$(rye-chain completion zsh)" to ~/.zshrc. For fish, run rye-chain completion fish | source.',
    options: {},
    async run(given, io) {
      const [name, ...words] = given.words
      if (name === 'answer' || name === 'describe') {
        for (const { word, about } of candidatesFor(words, await commands(), services, io))
          io.out(name === 'answer' || about === '' ? `${word}\n` : `${word}\t${shortened(about)}\n`)
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

/** A word that can follow, and its description; empty if it has none. */
interface Candidate {
  readonly word: string
  readonly about: string
}

/** Maximum number of characters in a description, so that a list has one line per word. */
const mostAbout = 70

/** The first sentence of a description, cut at `mostAbout` characters. */
function shortened(about: string): string {
  const [first = ''] = about.split(/(?<=\.) |\n/)
  return first.length > mostAbout ? `${first.slice(0, mostAbout - 3)}...` : first
}

function bare(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, about: '' }))
}

/** The candidates for the last word. `--option=prefix` is one word in zsh and fish, and three words in bash. */
function candidatesFor(words: readonly string[], ...known: Known): readonly Candidate[] {
  const whole = words.reduce<readonly string[]>((joined, word, index) => {
    const isCut = joined.at(-1)?.startsWith('--') === true && (word === '=' || words[index - 1] === '=')
    return isCut ? [...joined.slice(0, -1), `${joined.at(-1)}${word}`] : [...joined, word]
  }, [])
  const [, option, begun] = /^(--[^=]+)=(.*)$/s.exec(whole.at(-1) ?? '') ?? []
  if (option === undefined || begun === undefined) return candidatesAt(whole, ...known)
  const found = candidatesAt([...whole.slice(0, -1), option, begun], ...known)
  // Bash replaces only the text after the equals sign.
  return whole.length < words.length ? found : found.map(({ word, about }) => ({ word: `${option}=${word}`, about }))
}

type Known = readonly [commands: readonly Command[], services: readonly Named[], io: Io]
type Named = Pick<Command, 'name' | 'about'>

function candidatesAt(words: readonly string[], ...[commands, services, io]: Known): readonly Candidate[] {
  const begun = words.at(-1) ?? ''
  const [name, ...before] = words.slice(0, -1)
  const command = commands.find((known) => known.name === name)
  const fitting = (all: readonly Candidate[]): readonly Candidate[] => all.filter(({ word }) => word.startsWith(begun))
  if (name === undefined || name === 'help')
    return fitting([
      ...[...commands, ...services].map((known) => ({ word: known.name, about: known.about })),
      ...(name === undefined ? [{ word: 'help', about: 'Show the help of a command.' }] : []),
    ])
  // `--color` is valid everywhere, as in `main.ts`.
  if (before.at(-1) === '--color') return fitting(bare(colorWords))
  if (!command) return []
  const last = /^--(.+)$/.exec(before.at(-1) ?? '')?.[1]
  const option = last === undefined ? undefined : command.options[last]
  if (option?.value !== undefined)
    return fitting(
      itemValue.test(option.value) ? itemIds(command, before.slice(0, -1), io) : bare([...new Set(option.choices)]),
    )
  return fitting(begun.startsWith('-') ? optionsOf(command) : nextWords(command, before, io))
}

/** The names for an item in the help: as the value of an option, and as a word of a command. */
const itemValue = /^(?:ID|ITEM|GLOB)$/
const itemWord = /^\[?(?:ITEM|GLOB|TARGET)\b/

/** The possible next words of a command, if it accepts fixed words, codes or an item; otherwise none. */
function nextWords(command: Command, before: readonly string[], io: Io): readonly Candidate[] {
  const given = readWords(command, before)
  const words = command.words?.split(' ') ?? []
  const repeated = words.find((word) => word.includes('...'))
  const next = given && (words[given.words.length] ?? repeated)
  if (next !== undefined && itemWord.test(next)) return itemIds(command, before, io)
  if (next === '[WORD]' || next === '[CODE...]') return codes()
  return next !== undefined && /^[a-z|]+$/.test(next) ? bare(next.split('|')) : []
}

/** The codes of findings, each with its meaning. */
function codes(): readonly Candidate[] {
  return rulesOf({}).map(({ code, about }) => ({ word: code, about }))
}

function optionsOf({ options }: Command): readonly Candidate[] {
  return [
    ...Object.entries(options).map(([name, { about }]) => ({ word: `--${name}`, about })),
    { word: '--color', about: `When to print colors: ${colorWords.join(', ')}.` },
    { word: '--help', about: 'Show this help.' },
  ]
}

/** The items of the directory named by the previous words; empty if it cannot be read. */
function itemIds(command: Command, before: readonly string[], io: Io): readonly Candidate[] {
  const given = readWords(command, before)
  try {
    return given
      ? listItems(openProject(projectOptions(given, { ...io, err: () => undefined })).directory.workspace).map(
          ({ item_id, space }) => ({ word: item_id, about: space }),
        )
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
