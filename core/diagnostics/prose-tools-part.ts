import type { Part } from '../parts.ts'
import type { prose } from './prose-tools.ts'

/** The sentences of the findings that most drafts do not have. */
export const otherProse: Part<typeof prose> = { name: 'prose' }
