import { interpreterNameOf } from '../commands.ts'
import type { Command, Lack, Sign } from './lack.ts'
import { javascriptLacks } from './javascript.ts'
import { pythonLacks } from './python.ts'
import { shellLacks } from './shell.ts'
import type { InterpreterName } from '../messages.ts'
import type { PlainFile } from '../packed-files.ts'
import { reachedFiles } from './reached-files.ts'

const signsOf: Readonly<Record<InterpreterName, (command: Command, path: string) => readonly Sign[]>> = {
  javascript: javascriptLacks,
  python: pythonLacks,
  bash: shellLacks,
}

/** The most lacks that are told. */
const mostLacks = 12

/**
 * What the simulation of a command lacks, as far as the text of the tool and of the files that it imports shows it. Texts
 * are searched, not understood: a name that is put together while the tool runs is not seen.
 */
export function lacksOf(command: Command, files: readonly PlainFile[]): readonly Lack[] {
  const interpreter = interpreterNameOf(command.command)
  if (interpreter === undefined) return []
  const found = new Map<string, Lack>()
  for (const { path, text } of reachedFiles(interpreter, command, files)) {
    const bare = withoutComments(text, interpreter)
    for (const { pattern, because } of signsOf[interpreter](command, path)) {
      for (const match of bare.matchAll(pattern)) {
        const uses = (match[1] ?? match[0]).trim()
        const line = bare.slice(0, match.index).split('\n').length
        if (!found.has(uses)) found.set(uses, { uses, because, path, line })
      }
    }
  }
  return [...found.values()].slice(0, mostLacks)
}

/** The text with its comments blanked, line for line; what looks like one within a string goes too, and only hides a lack. */
function withoutComments(text: string, interpreter: InterpreterName): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
  return interpreter === 'javascript'
    ? text.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{}()])\/\/[^\n]*/g, blank)
    : text.replaceAll(/(?<=^|\s)#[^\n]*/g, blank)
}
