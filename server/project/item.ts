import { existsSync } from 'node:fs'
import { formOf, resolve } from '../disk-paths.ts'
import type { Directory } from './directory.ts'
import { ReportedError } from './reported-error.ts'

/** A call of an item; the parameters are JSON text. */
export interface ItemCall {
  readonly item_id: string
  readonly parameters: string
}

/**
 * The ID of an item, given as an ID or as the path of its file.
 * @throws ReportedError for a file that is not an item of the project.
 */
export function itemNamed(word: string, { inside, machine }: Directory): string {
  const disk = resolve(machine.cwd, word)
  if (!/\.\w+$/.test(word) || !existsSync(disk)) return formOf(word)
  const match = /^\/(?:project|user)\/\.ai\/tools\/(.+)\.\w+$/.exec(inside(disk) ?? '')
  if (!match?.[1])
    throw new ReportedError('usage', `${word} is not a file in .ai/tools of this project. Pass the project with --dir.`)
  return match[1]
}
