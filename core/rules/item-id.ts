export type IdProblem = 'empty' | 'absolute' | 'backslash' | 'nul' | 'segment'

/** Finds a segment that is empty, `.` or `..`. */
const oddSegment = /(?:^|\/)\.{0,2}(?:\/|$)/

/** R1.4: the reason why a string is not a valid ID; undefined for a valid ID. Check an ID before using it in a path. */
export function idProblem(id: string): IdProblem | undefined {
  if (id === '') return 'empty'
  if (id.includes('\0')) return 'nul'
  if (id.includes('\\')) return 'backslash'
  if (id.startsWith('/')) return 'absolute'
  return oddSegment.test(id) ? 'segment' : undefined
}

/** Characters of a name that people write without quotes in every language and shell, plus inner blanks. */
const nameCharacters = /^[\p{L}\p{M}\p{N}_.-]+(?: +[\p{L}\p{M}\p{N}_.-]+)*$/u

/**
 * The reason why an ID cannot be the ID of a new or renamed item, as a sentence; undefined if it can. Existing files
 * can have any ID of R1.4, and every ID that this function accepts is one of them.
 */
export function newIdProblem(id: string): string | undefined {
  if (idProblem(id) === undefined && id.split('/').every((name) => nameCharacters.test(name))) return undefined
  return `${JSON.stringify(id)} cannot be the ID of an item. Write names separated by /, such as demo/greet. A name consists of letters, digits, _, -, dots, and blanks between them.`
}
