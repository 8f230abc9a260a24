import type { Part } from '../../parts.ts'
import type { parseJs } from './js-parser.ts'

/** The parser for JavaScript and TypeScript, which is a third of the engine's code. */
export const jsParser: Part<typeof parseJs> = { name: 'javascript' }
