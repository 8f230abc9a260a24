import { createRequire } from 'node:module'
import type * as late from './late.ts'

// Stands for `late.ts` in the command line's build, where that is a script of its own: half of the engine, loaded when it is needed.
const load = (): typeof late => createRequire(import.meta.url)('./late.cjs') as typeof late // the build makes it of `late.ts`

export const latePart: typeof late.latePart = (part) => load().latePart(part)

export const verifyPurely: typeof late.verifyPurely = (...signed) => load().verifyPurely(...signed)
