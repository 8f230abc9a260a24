import { interpreterNameOf } from './interpreter.ts'
import type { Command, Found, Lack, Sign } from './lack.ts'
import { javascriptLacks } from './javascript.ts'
import { pythonLacks } from './python.ts'
import { readShellCode } from './shell-code.ts'
import { shellLacks } from './shell.ts'
import type { InterpreterName } from './interpreter.ts'
import { reachedFiles } from './reached-files.ts'
import type { GivenFile } from './reached-files.ts'

const signsOf: Readonly<Record<InterpreterName, (command: Command, path: string) => readonly Sign[]>> = {
  javascript: javascriptLacks,
  python: pythonLacks,
  bash: shellLacks,
}

/** The maximum number of reported lacks. */
const mostLacks = 12

/**
 * The lacks of a simulated command, found in the text of the tool and of the files it imports. Names built at run time
 * are not found.
 */
export function lacksOf(command: Command, files: readonly GivenFile[]): readonly Lack[] {
  const interpreter = interpreterNameOf(command.command)
  if (interpreter === undefined) return []
  const lacks: Lack[] = []
  for (const { path, text } of reachedFiles(interpreter, command, files)) {
    const parts = partsOf(text, interpreter)
    const found = new Map<string, Lack & { readonly index: number }>()
    for (const { find, because, within = 'code' } of signsOf[interpreter](command, path)) {
      for (const { uses, index } of usesIn(parts[within], find)) {
        const line = text.slice(0, index).split('\n').length
        if (!found.has(uses)) found.set(uses, { uses, because, path, line, index })
      }
    }
    const inOrder = [...found.values()].sort((a, b) => a.index - b.index)
    for (const { index: _, ...lack } of inOrder) if (!lacks.some(({ uses }) => uses === lack.uses)) lacks.push(lack)
  }
  return lacks.slice(0, mostLacks)
}

function usesIn(text: string, find: Sign['find']): readonly Found[] {
  if (typeof find === 'function') return find(text)
  return [...text.matchAll(find)].map((match) => {
    const uses = (match[1] ?? match[0]).trim()
    return { uses, index: match.index + match[0].indexOf(uses) }
  })
}

/** The text in the forms that a row can search, all of the same length and lines; comments are blank. */
function partsOf(
  text: string,
  interpreter: InterpreterName,
): Readonly<Record<NonNullable<Sign['within']> | 'code', string>> {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
  const bare =
    interpreter === 'javascript'
      ? text.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{}()])\/\/[^\n]*/g, blank)
      : text.replaceAll(/(?<=^|\s)#[^\n]*/g, blank)
  return interpreter === 'bash' ? { ...readShellCode(text), text: bare } : { code: bare, text: bare, expanded: '' }
}
