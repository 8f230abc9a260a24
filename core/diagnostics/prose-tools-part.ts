import type { Part } from '../parts.ts'
import type { prose } from './prose-tools.ts'

/** The sentences of less frequent findings, loaded separately. */
export const otherProse: Part<typeof prose> = { name: 'prose' }
