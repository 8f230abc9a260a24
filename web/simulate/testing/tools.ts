import type { NamedProgram } from './named-program.ts'
import { inputAndFiles } from './tools/input-and-files.ts'
import { orderAndEndings } from './tools/order-and-endings.ts'
import { wordsAndModules } from './tools/words-and-modules.ts'
import { dataAndStreams } from './tools/data-and-streams.ts'
import { language } from './tools/language.ts'

/** Realistic tools, each with its input, files and ending. */
export const tools: readonly NamedProgram[] = [
  ...inputAndFiles,
  ...orderAndEndings,
  ...wordsAndModules,
  ...dataAndStreams,
  ...language,
]
