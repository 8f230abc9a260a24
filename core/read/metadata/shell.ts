import type { Parts } from '../../parts.ts'
import { CharacterFinder } from '../python/character-part.ts'
import { SyntaxFault } from '../python/fault.ts'
import { Lexer } from '../python/lexer.ts'
import { statementLiteral } from '../python/literals.ts'
import type { IgnoredAssignment, PythonAssignment } from '../python/module.ts'
import * as kinds from '../python/tokens.ts'

/** The fields that the header of a shell script sets, and the ignored lines that look like fields. */
export interface ShellHeader {
  readonly literals: readonly PythonAssignment[]
  readonly ignored: readonly IgnoredAssignment[]
}

const setting = /^[ \t]*([A-Za-z_]\w*)[ \t]*=(?!=)/

/**
 * R2.8: reads the leading comment lines of a shell script, `# name = literal` with a Python literal. Further lines of a
 * literal are also comment lines. Other comments are ignored. The result is `lacking` while the character names that
 * the header uses are loading.
 */
export function readShellHeader(text: string, parts: Parts): ShellHeader | 'lacking' {
  const characters = new CharacterFinder(parts)
  const code = shellHeaderAsCode(text)
  const literals: PythonAssignment[] = []
  const ignored: IgnoredAssignment[] = []
  for (let start = 0; start < code.length;) {
    const newline = code.indexOf('\n', start)
    let next = newline === -1 ? code.length : newline + 1
    const name = setting.exec(code.slice(start, next))
    if (name?.[1] !== undefined) {
      const nameEnd = start + name[0].lastIndexOf(name[1]) + name[1].length
      const place = { name: name[1], nameStart: nameEnd - name[1].length, nameEnd }
      const value = literalAfter(code, start + name[0].length, characters)
      if (value) {
        literals.push({ ...place, value })
        const end = code.indexOf('\n', value.end)
        next = end === -1 ? code.length : end + 1
      } else ignored.push({ ...place, because: 'not-literal' })
    }
    start = next
  }
  return characters.isLacking ? 'lacking' : { literals, ignored }
}

/**
 * The header as Python code with the same offsets: spaces replace comment signs, shebang and signature. The header ends
 * before the first line that is neither blank nor a comment.
 */
export function shellHeaderAsCode(text: string): string {
  let code = ''
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    const line = text.slice(start, end)
    const sign = line.search(/\S/)
    if (sign !== -1 && line[sign] !== '#') break
    const means = sign !== -1 && !(start === 0 && line.startsWith('#!')) && !line.includes('rye:signed:')
    code += means ? `${line.slice(0, sign)} ${line.slice(sign + 1)}` : line.replace(/[^\n]/g, ' ')
    start = end
  }
  return code
}

/**
 * The literal that makes up the rest of a statement, with places in the whole text; undefined if the rest is not a
 * literal.
 */
function literalAfter(
  code: string,
  offset: number,
  characters: CharacterFinder,
): PythonAssignment['value'] | undefined {
  const lexer = new Lexer(code, characters)
  try {
    lexer.rewind(offset)
    const value = statementLiteral(lexer)
    return lexer.kind === kinds.NEWLINE ? value : undefined
  } catch (fault) {
    if (fault instanceof SyntaxFault) return undefined
    throw fault
  }
}
