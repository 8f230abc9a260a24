import { readFileSync } from 'node:fs'
import { join } from '../disk-paths.ts'
import { productRoot } from '../engine/product.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'

/** The skill's file, relative to the product. */
export const skillFile = 'docs/skills/rye-chain/SKILL.md'

/** The instructions for an agent that diagnoses, fixes and verifies a tool. */
export const skillCommand: Command = {
  name: 'skill',
  about: 'Print a skill that describes how agents diagnose, fix and verify a tool.',
  more: 'Save the output as rye-chain/SKILL.md in the folder from which your agent reads skills.',
  options: {},
  run(given, io) {
    if (given.words.length > 0) throw new ReportedError('usage', 'skill takes no arguments.')
    io.out(readFileSync(join(productRoot, skillFile), 'utf8'))
    return 0
  },
}
