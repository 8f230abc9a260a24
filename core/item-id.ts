import type { IdProblem } from './diagnostics/facts.ts'

/** R1.4: what keeps a text from being an id, or undefined if it is one. An id never becomes a path before this said so. */
export function idProblem(id: string): IdProblem | undefined {
  if (id === '') return 'empty'
  if (id.includes('\0')) return 'nul'
  if (id.includes('\\')) return 'backslash'
  if (id.startsWith('/')) return 'absolute'
  for (const segment of id.split('/')) if (segment === '' || segment === '.' || segment === '..') return 'segment'
  return undefined
}

/** R1.3, with the departure R1: one fixed order. */
export const toolExtensions = ['.py', '.yaml', '.yml', '.json', '.js', '.ts', '.mjs', '.cjs', '.sh', '.toml'] as const
