// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.cjs'

const core = join(root, 'core')

/**
 * Lets what imports from the engine's index import from where the names are written: through the index, a small command would run the top
 * of every file of the engine first.
 */
export const pastTheIndex = {
  name: 'past-the-index',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} code */
  transform(code) {
    if (!code.includes("from '#core'")) return undefined
    return code.replace(/^import \{([^}]*)\} from '#core'$/gm, (_, names) => namedImports(names).join(';'))
  },
}

/** @param {string} names */
function namedImports(names) {
  return valuesIn(names).map(([name, own]) => {
    const home = homes.get(name)
    if (!home)
      throw new Error(`core/index.ts does not say where ${name} is from: write it there as "export { ${name} } from".`)
    return `import { ${home.name} as ${own} } from ${JSON.stringify(home.path)}`
  })
}

/** Where the engine's index has its names from. */
const homes = new Map(
  [...readFileSync(join(core, 'index.ts'), 'utf8').matchAll(/^export \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(
    ([, names = '', path = '']) =>
      valuesIn(names).map(([name, given]) => /** @type {const} */ ([given, { name, path: join(core, path) }])),
  ),
)

/**
 * The names of an import or an export that are no types, each with what it is called from there on.
 * @param {string} names
 */
function valuesIn(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [before = '', after = before] = name.split(' as ')
      return /** @type {const} */ ([before, after])
    })
}
