import { NodeFault } from './fault.ts'
import { NodeResolver } from './resolve.ts'
import { commonNames, jsonMark, looksLikeModule, prepareSource } from './source.ts'
import type { StripTypes } from './parts.ts'
import type { Volume } from '../host/volume.ts'

const evaluatedName = '/[eval].mjs'
const builtin = /^node:/
const moduleEnding = /\.m[jt]s$/
const commonEnding = /\.c[jt]s$/
const typescript = /\.[mc]?tsx?$/

/** The modules of the Node layer, and the modules that only real Node has. */
export interface BuiltinNames {
  readonly present: readonly string[]
  /** The names that a module exports. */
  exportsOf(name: string): readonly string[]
  /** Each module that is not simulated, with the reason. */
  readonly absent: Readonly<Record<string, string>>
}

/**
 * The TypeScript support of the program's command. A TypeScript runner always strips types and is lenient about
 * extensions. Node strips types since 22.18 and 23.6.
 */
export interface Typescript {
  readonly strips: boolean
  readonly lenient: boolean
  /** The type stripper; undefined for programs without TypeScript files. */
  readonly strip: StripTypes | undefined
}

/** Finds, reads and classifies modules like Node. */
export class NodeModules {
  /** The main file of the program. Code without a file, such as `new Function`, resolves modules from it. */
  main = '/[eval]'
  /** The code of `node --input-type=module -e`. */
  evaluated = ''
  readonly #volume: Volume
  readonly #resolver: NodeResolver
  readonly #builtins: BuiltinNames
  readonly #typescript: Typescript

  constructor(volume: Volume, builtins: BuiltinNames, typescript: Typescript) {
    this.#volume = volume
    this.#resolver = new NodeResolver(volume)
    this.#builtins = builtins
    this.#typescript = typescript
  }

  /** Prepare source text for the engine. */
  prepare(code: string, path: string): string {
    return prepareSource(code, path, this.#typescript.strips ? this.#typescript.strip : undefined)
  }

  source(path: string): string {
    return this.prepare(this.#text(path), path)
  }

  /**
   * The format of a file, based on its extension, the nearest package.json, or the syntax, as in Node 20.19 and later.
   * Throws a NodeFault for a TypeScript module if Node does not strip types.
   */
  formatOf(path: string): 'module' | 'commonjs' | 'json' {
    if (path.endsWith('.json')) return 'json'
    if (typescript.test(path) && !this.#typescript.strips) {
      if (moduleEnding.test(path) || commonEnding.test(path) || this.#declared(path) === 'module')
        throw new NodeFault(
          'ERR_UNKNOWN_FILE_EXTENSION',
          `Unknown file extension "${/\.\w+$/.exec(path)?.[0]}" for ${path}`,
          'TypeError',
        )
      return 'commonjs'
    }
    if (moduleEnding.test(path)) return 'module'
    if (commonEnding.test(path)) return 'commonjs'
    return this.#declared(path) ?? (looksLikeModule(this.#text(path)) ? 'module' : 'commonjs')
  }

  /**
   * The resolved name of a module: a path, or `node:` and a name.
   * @throws NodeFault if it cannot be resolved or is not simulated
   */
  resolve(request: string, from: string, esm: boolean): string {
    if (request === evaluatedName) return request
    const bare = request.replace(builtin, '')
    if (this.#builtins.present.includes(bare)) return `node:${bare}`
    const reason = Object.hasOwn(this.#builtins.absent, bare) ? this.#builtins.absent[bare] : undefined
    if (reason !== undefined)
      throw new NodeFault(
        'ERR_NOT_SIMULATED',
        `node:${bare}, which ${from} imports, is not simulated: ${reason}. Use a real run.`,
      )
    if (builtin.test(request)) throw new NodeFault('ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${request}`)
    const rules = this.#typescript.lenient ? 'lenient' : esm ? 'import' : 'require'
    return this.#resolver.resolve(request, from, rules)
  }

  /**
   * The resolved name for a request of an ES module.
   * @throws NodeFault as `resolve` does, or if a JSON file lacks its import attribute or another file has it
   */
  normalize(from: string, request: string): string {
    const typed = request.startsWith(jsonMark)
    const asker = from.startsWith('/') ? from : this.main
    const found = this.resolve(typed ? request.slice(jsonMark.length) : request, asker, true)
    if (!found.endsWith('.json')) {
      if (typed)
        throw new NodeFault(
          'ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE',
          `Module "file://${found}" is not of type "json"`,
          'TypeError',
        )
    } else if (!typed && !this.#typescript.lenient) {
      throw new NodeFault(
        'ERR_IMPORT_ASSERTION_TYPE_MISSING',
        `Module "file://${found}" needs an import attribute of type "json"`,
        'TypeError',
      )
    }
    return found
  }

  /** The text of a module for the engine. Wraps other formats as an ES module. */
  load(name: string): string {
    if (builtin.test(name)) {
      return exportsOf(`__hooks.builtin(${JSON.stringify(name)})`, this.#builtins.exportsOf(name))
    }
    if (name === evaluatedName) return this.prepare(this.evaluated, name)
    const format = this.#importable(name)
    if (format === 'module') return this.source(name)
    const asked = `__hooks.requireFor(${JSON.stringify(name)})`
    return exportsOf(asked, format === 'json' ? [] : this.#namesOf(name, new Set()))
  }

  /** The main file of the command line; undefined if it does not exist. */
  find(path: string): string | undefined {
    const found = this.#resolver.main(path, this.#typescript.lenient)
    this.main = found ?? path
    return found
  }

  #importable(path: string): 'module' | 'commonjs' | 'json' {
    if (!/\.(?:[mc]?[jt]s|tsx|json)$/.test(path) && /\/[^/]*\.[^/]*$/.test(path))
      throw new NodeFault(
        'ERR_UNKNOWN_FILE_EXTENSION',
        `Unknown file extension "${/\.\w*$/.exec(path)?.[0]}" for ${path}`,
        'TypeError',
      )
    return this.formatOf(path)
  }

  #declared(path: string): 'module' | 'commonjs' | undefined {
    const type = this.#resolver.manifestFor(path)?.manifest.type
    return type === 'module' || type === 'commonjs' ? type : undefined
  }

  /** The export names of a CommonJS file, including re-exports from other files. Each file is read once. */
  #namesOf(path: string, seen: Set<string>): readonly string[] {
    if (seen.has(path) || !/\.[cm]?[jt]sx?$/.test(path)) return []
    seen.add(path)
    const { exports, reexports } = commonNames(this.source(path))
    const passed = reexports.flatMap((request) => {
      try {
        const target = this.resolve(request, path, false)
        return builtin.test(target) ? [] : this.#namesOf(target, seen)
      } catch (error) {
        if (error instanceof NodeFault) return [] // the program receives this error when it runs
        throw error
      }
    })
    return [...new Set([...exports, ...passed])]
  }

  #text(path: string): string {
    return new TextDecoder().decode(this.#volume.read(path))
  }
}

/** The text of an ES module that exports the value of an expression. */
function exportsOf(expression: string, names: readonly string[]): string {
  const listed = names
    .filter((name) => name !== 'default')
    .map((name, index) => {
      const spelled = JSON.stringify(name)
      return `const e${index} = m[${spelled}]; export { e${index} as ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : spelled} };`
    })
  return `const m = ${expression}; export default m; ${listed.join(' ')}`
}
