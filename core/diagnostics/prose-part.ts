import type { Part } from '../parts.ts'
import type { prose } from './prose-table.ts'

/** The prose of less frequent findings, loaded on demand. */
export const otherProse: Part<typeof prose> = { name: 'prose' }
