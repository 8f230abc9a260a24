import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChapter, type Chapter } from '../manual/chapter.ts'

/** The path of the manual in the repository. */
export const manualFolder = join(import.meta.dirname, '../../docs')

/** The chapters of the manual, starting with the chapters of the rules. */
export function manualChapters(): readonly Chapter[] {
  return ['rules', 'reference'].flatMap((folder) =>
    readdirSync(join(manualFolder, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => readChapter(name.slice(0, -3), readFileSync(join(manualFolder, folder, name), 'utf8'))),
  )
}
