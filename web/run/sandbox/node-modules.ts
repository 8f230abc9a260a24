import { transform } from 'sucrase'
import { watchDropped } from './dropped-promises.ts'
import type { Volume } from './volume.ts'

const builtin = /^node:/
const evaluatedName = '/[eval].mjs'
const typescript = /\.[mc]?tsx?$/
const extensions = ['', '.js', '.json', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '/index.js', '/index.ts']

/** How Node finds, reads and tells apart modules; types are stripped on the way, lines stay where they are. */
export class NodeModules {
  /** The text of `node --input-type=module -e`. */
  evaluated = ''
  readonly #volume: Volume
  readonly #builtins: Readonly<Record<string, readonly string[]>>

  /** `builtins`: JSON of the names of Node's own modules with what they export. */
  constructor(volume: Volume, builtins: string) {
    this.#volume = volume
    this.#builtins = JSON.parse(builtins) as Record<string, string[]>
  }

  /** Source text as QuickJS takes it. */
  prepare(code: string, path: string): string {
    let text = code.replace(/^#!.*/, '').replaceAll(/\s+with\s*\{\s*type:\s*(['"])json\1\s*,?\s*\}/g, '')
    if (typescript.test(path)) {
      text = transform(text, {
        transforms: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
        disableESTransforms: true,
        preserveDynamicImport: true,
        filePath: path,
      }).code
    }
    return watchDropped(text).replaceAll(/\bimport\.meta\b/g, `__hooks.meta(${JSON.stringify(path)})`)
  }

  source(path: string): string {
    return this.prepare(new TextDecoder().decode(this.#volume.read(path)), path)
  }

  /** `module` or `commonjs`, by extension, by the nearest package.json, else by syntax as Node 20.19 and later do. */
  formatOf(path: string): string {
    if (/\.m[jt]s$/.test(path)) return 'module'
    if (/\.c[jt]s$/.test(path)) return 'commonjs'
    const declared = this.#packageType(path)
    if (declared !== undefined) return declared
    return looksLikeModule(new TextDecoder().decode(this.#volume.read(path))) ? 'module' : 'commonjs'
  }

  resolve(request: string, from: string, esm: boolean): string {
    if (request === evaluatedName) return request
    const bare = request.replace(builtin, '')
    if (Object.hasOwn(this.#builtins, bare)) return `node:${bare}`
    if (builtin.test(request)) throw new Error(`ERR_UNKNOWN_BUILTIN_MODULE: ${request} is not simulated`)
    const path = request.startsWith('file://') ? decodeURIComponent(request.slice(7)) : request
    const found = /^(\.{1,2}(\/|$)|\/)/.test(path)
      ? this.#file(path.startsWith('/') ? path : `${folderOf(from)}/${path}`)
      : this.#fromPackages(path, from, esm)
    if (found !== undefined) return found
    throw new Error(
      esm
        ? `ERR_MODULE_NOT_FOUND: Cannot find ${/^[./]/.test(path) ? 'module' : 'package'} '${path}' imported from ${from}`
        : `MODULE_NOT_FOUND: Cannot find module '${request}'\nRequire stack:\n- ${from}`,
    )
  }

  readonly normalize = (base: string, request: string): string | { error: Error } => {
    try {
      return this.resolve(request, base, true)
    } catch (error) {
      return { error: error as Error }
    }
  }

  readonly load = (name: string): string | { error: Error } => {
    try {
      if (builtin.test(name))
        return this.#exportsOf(`__hooks.builtin(${JSON.stringify(name.slice(5))})`, this.#builtinNames(name))
      if (name === evaluatedName) return this.prepare(this.evaluated, '/[eval].ts')
      if (name.endsWith('.json')) return `export default ${new TextDecoder().decode(this.#volume.read(name))}`
      if (this.formatOf(name) === 'module') return this.source(name)
      return this.#exportsOf(`__hooks.require(${JSON.stringify(name)})`, commonNames(this.source(name)))
    } catch (error) {
      return { error: error as Error }
    }
  }

  #builtinNames(name: string): readonly string[] {
    return this.#builtins[name.slice(5)] ?? []
  }

  #exportsOf(expression: string, names: readonly string[]): string {
    const named = names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default')
    const list = named.map(
      (name, index) => `const e${index} = m[${JSON.stringify(name)}]; export { e${index} as ${name} };`,
    )
    return `const m = ${expression}; export default m; ${list.join(' ')}`
  }

  /** The file that a path means, trying the usual extensions. */
  find(path: string): string | undefined {
    return this.#file(path)
  }

  #file(path: string): string | undefined {
    const full = normal(path)
    const candidates = extensions.map((extension) => full + extension)
    const source = full.replace(/\.([mc]?)js$/, '.$1ts')
    return [...candidates, source].find((candidate) => this.#volume.find(candidate)?.kind === 'file')
  }

  #fromPackages(request: string, from: string, esm: boolean): string | undefined {
    const [scope = '', name = '', ...rest] = request.split('/')
    const packageName = request.startsWith('@') ? `${scope}/${name}` : scope
    const inner = (request.startsWith('@') ? rest : [name, ...rest]).filter((part) => part !== '').join('/')
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      const root = `${folder === '/' ? '' : folder}/node_modules/${packageName}`
      if (this.#volume.find(root)?.kind === 'directory') return this.#inPackage(root, inner, esm)
      if (folder === '/') return undefined
    }
  }

  #inPackage(root: string, inner: string, esm: boolean): string | undefined {
    const manifest = this.#manifest(root)
    const exported =
      manifest.exports === undefined ? undefined : exportOf(manifest.exports, inner === '' ? '.' : `./${inner}`, esm)
    if (exported !== undefined) return this.#file(`${root}/${exported}`)
    if (inner !== '') return this.#file(`${root}/${inner}`)
    return this.#file(`${root}/${typeof manifest.main === 'string' ? manifest.main : 'index.js'}`)
  }

  #manifest(root: string): { readonly main?: unknown; readonly exports?: unknown; readonly type?: unknown } {
    const path = `${root}/package.json`
    if (this.#volume.find(path)?.kind !== 'file') return {}
    const manifest: unknown = JSON.parse(new TextDecoder().decode(this.#volume.read(path)))
    return typeof manifest === 'object' && manifest !== null ? manifest : {}
  }

  #packageType(path: string): string | undefined {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (this.#volume.find(`${folder}/package.json`) !== undefined) {
        const { type } = this.#manifest(folder)
        return type === 'module' || type === 'commonjs' ? type : undefined
      }
      if (folder === '/') return undefined
    }
  }
}

/** Whether a text can only be an ES module: it imports or exports at the start of a line, or awaits there. */
export function looksLikeModule(code: string): boolean {
  return /^(import\s*["'{*\w]|import\b(?!\s*\()|export\s+(default|const|let|var|function|async|class|type|interface|\{|\*)|await\s)/m.test(
    code,
  )
}

function commonNames(source: string): string[] {
  const names = new Set<string>()
  for (const match of source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g)) names.add(match[1] ?? '')
  const list = /module\.exports\s*=\s*\{([^}]*)\}/.exec(source)?.[1] ?? ''
  for (const part of list.split(',')) names.add(/^\s*([A-Za-z_$][\w$]*)\s*(:|$|\()/.exec(part)?.[1] ?? '')
  names.delete('')
  return [...names]
}

function exportOf(exported: unknown, key: string, esm: boolean): string | undefined {
  if (typeof exported === 'string') return key === '.' ? exported : undefined
  if (typeof exported !== 'object' || exported === null) return undefined
  const map = exported as Record<string, unknown>
  const target = Object.keys(map).some((name) => name.startsWith('.')) ? map[key] : key === '.' ? map : undefined
  return condition(target, esm)
}

function condition(target: unknown, esm: boolean): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  for (const [name, inner] of Object.entries(target)) {
    if (name === 'node' || name === 'default' || name === (esm ? 'import' : 'require')) return condition(inner, esm)
  }
  return undefined
}

function folderOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return '/' + parts.join('/')
}
