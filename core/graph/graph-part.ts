import type { Part } from '../parts.ts'
import type { graphFindings } from './diagnose.ts'

/** The checks of state graphs, loaded on demand. */
export const graphChecks: Part<typeof graphFindings> = { name: 'graphs' }
