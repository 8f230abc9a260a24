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

/** R1.3, with departure R1: one fixed order. */
export const toolExtensions = ['.py', '.yaml', '.yml', '.json', '.js', '.ts', '.mjs', '.cjs', '.sh', '.toml'] as const
