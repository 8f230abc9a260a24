import type { Part } from '../../parts.ts'
import type { parseJs } from './js-parser.ts'

/** The parser of JavaScript and TypeScript, a third of the code of the engine. */
export const jsParser: Part<typeof parseJs> = { name: 'javascript' }
