// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesUnder, root } from './files.mjs'

/** @type {{ imports: Record<string, string> }} */
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The file that an internal import such as `#core/plan` refers to. @param {string} name */
const targetOf = (name) => (aliases[name] ?? name.replace(/^#core\/([\w-]+)$/, './core/$1/index.ts')).slice(2)

/** The importers of each module, by path relative to the root. @type {Map<string, Set<string>>} */
const importers = new Map()
/**
 * Tests with random input, the largest inputs or a build. They take minutes, so they run only for mutants of the file
 * that they test.
 */
const takesMinutes =
  /RYE_(?:CHAOS|SOAK)_|testing\/(?:worker-bundle|built-command)|launch\/run\.mjs|#core\/testing\/worst|core\/(?:hostile|boundaries|readme)/
/** @type {Set<string>} */
const long = new Set()
for (const file of ['core', 'server'].flatMap(filesUnder)) {
  const text = readFileSync(join(root, file), 'utf8')
  if (takesMinutes.test(`${file} ${text}`)) long.add(file)
  for (const [, name = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    const target = name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : targetOf(name)
    if (!target || !existsSync(join(root, target))) continue
    importers.set(target, (importers.get(target) ?? new Set()).add(file))
  }
}

/**
 * The tests of the same area that import a file, directly or not, nearest first: the file's own test, tests of its
 * folder (`core/plan`), other tests. Each group is sorted by import distance; a test in the same inner folder counts as
 * 1.5 imports nearer.
 * @param {string} file
 * @returns {string[]}
 */
export function nearestTests(file) {
  const [area = '', folder = ''] = file.split('/')
  const own = file.replace(/\.ts$/, '.test.ts')
  /** @type {Map<string, number>} */
  const distances = new Map([[file, 0]])
  for (const [here, distance] of distances) {
    for (const importer of importers.get(here) ?? []) {
      if (!distances.has(importer) && importer.startsWith(`${area}/`)) distances.set(importer, distance + 1)
    }
  }
  /** @type {(test: string) => number} */
  const rank = (test) => {
    if (test === own) return -1
    const isOwn = test.startsWith(`${area}/${folder}/`)
    return (distances.get(test) ?? 0) - (test.startsWith(`${dirname(file)}/`) ? 1.5 : 0) + (isOwn ? 0 : importers.size)
  }
  const tests = [...distances.keys()].filter((test) => test.endsWith('.test.ts'))
  return tests.filter((test) => test === own || !long.has(test)).sort((a, b) => rank(a) - rank(b))
}
