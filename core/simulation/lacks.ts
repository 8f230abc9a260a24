import { interpreterNameOf, isShellProgram } from './interpreter.ts'
import type { Command, Found, Lack, Sign } from './lack.ts'
import { javascriptLacks } from './javascript.ts'
import { pythonLacks } from './python.ts'
import { blank, readShellCode } from './shell-code.ts'
import { shellLacks } from './shell.ts'
import type { InterpreterName } from './interpreter.ts'
import { mostText, reachedFiles } from './reached-files.ts'
import type { ReadBytes } from './reached-files.ts'

const signsOf: Readonly<Record<InterpreterName, (command: Command, path: string) => readonly Sign[]>> = {
  javascript: javascriptLacks,
  python: pythonLacks,
  bash: shellLacks,
}

/** The maximum number of reported gaps. */
const mostLacks = 12

/** The maximum length of a searched shell line, in characters, because patterns take quadratic time within a line. */
const longestShellLine = 1_000

const longLines = new RegExp(`^[^\\n]{${longestShellLine + 1},}`, 'gm')

/**
 * The gaps in a command's simulation, found in the source of the tool and the files that it imports. Names computed at
 * run time are not found. Parts that are too long to search are also reported. Empty if no interpreter simulates the
 * command.
 */
export function lacksOf(command: Command, read: ReadBytes): readonly Lack[] {
  const interpreter = interpreterNameOf(command.command)
  if (interpreter === undefined || isShellProgram(command.command)) return []
  const lacks = new Map<string, Lack>()
  for (const { path, text, isCut } of reachedFiles(interpreter, command, read)) {
    for (const { uses, because, index } of usesInText(interpreter, command, path, text, isCut)) {
      if (lacks.size === mostLacks) return [...lacks.values()]
      const line = text.slice(0, index).split('\n').length
      if (!lacks.has(uses)) lacks.set(uses, { uses, because, path, line })
    }
  }
  return [...lacks.values()]
}

/** The simulation of a command: its interpreter, and the features it lacks for this command. */
export interface Simulation {
  readonly interpreter: InterpreterName
  readonly lacks: readonly Lack[]
}

/** The simulation of a command; null without an interpreter for it. */
export function simulationOf(command: Command, read: ReadBytes): Simulation | null {
  const interpreter = interpreterNameOf(command.command)
  return interpreter === undefined ? null : { interpreter, lacks: lacksOf(command, read) }
}

/** A use that the simulation does not support, and the reason. */
type Use = Found & Pick<Lack, 'because'>

/** The first use of each kind in one source, in source order. */
function usesInText(
  interpreter: InterpreterName,
  command: Command,
  path: string,
  text: string,
  isCut: boolean,
): readonly Use[] {
  const found = new Map<string, Use>()
  const longLine = interpreter === 'bash' ? text.search(longLines) : -1
  const parts = partsOf(longLine < 0 ? text : text.replaceAll(longLines, blank), interpreter)
  for (const { find, because, within = 'code' } of signsOf[interpreter](command, path)) {
    for (const use of usesIn(parts[within], find)) {
      if (!found.has(use.uses)) found.set(use.uses, { ...use, because })
    }
  }
  if (longLine >= 0) {
    const because = `only lines of up to ${longestShellLine} characters are searched`
    found.set('a long line', { uses: 'a long line', because, index: longLine })
  }
  if (isCut) {
    const because = `only the first ${mostText} characters of a tool and its imports are searched`
    found.set('the rest of the text', { uses: 'the rest of the text', because, index: text.length })
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

function usesIn(text: string, find: Sign['find']): readonly Found[] {
  if (typeof find === 'function') return find(text)
  return [...text.matchAll(find)].map((match) => {
    const uses = (match[1] ?? match[0]).trim()
    return { uses, index: match.index + match[0].indexOf(uses) }
  })
}

/**
 * The text in the forms that signs search, all with the same length and lines, except that only bash has `expanded`
 * text. Comments are blank.
 */
function partsOf(
  text: string,
  interpreter: InterpreterName,
): Readonly<Record<NonNullable<Sign['within']> | 'code', string>> {
  const bare =
    interpreter === 'javascript'
      ? text.replaceAll(/\/\*[^]*?(?:\*\/|$)|(?<=^|[\s;{}()])\/\/[^\n]*/g, blank)
      : text.replaceAll(/(?<=^|\s)#[^\n]*/g, blank)
  return interpreter === 'bash' ? { ...readShellCode(text), text: bare } : { code: bare, text: bare, expanded: '' }
}
