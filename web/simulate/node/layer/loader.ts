import { withAbsent } from './absent.ts'
import { coded, invalidArgType, invalidArgValue } from './errors.ts'
import { hostText } from './host.ts'
import { path } from './path.ts'
import { completeStack } from './stacks.ts'

declare const __importNow: (filename: string) => void
declare const __forgetRejections: (error: unknown) => void
declare const __evalNamed: (code: string, name: string) => unknown

/** Evaluate code with a file name. Unlike with `eval`, errors show this name. */
export const evaluateAs = __evalNamed
Reflect.deleteProperty(globalThis, '__evalNamed')
const importNow = __importNow
Reflect.deleteProperty(globalThis, '__importNow')
const forgetRejections = __forgetRejections
Reflect.deleteProperty(globalThis, '__forgetRejections')

type Require = ((request: string) => unknown) & { resolve: unknown; main: unknown; extensions: unknown; cache: unknown }
type Wrapped = (exports: unknown, require: Require, module: Module, filename: string, dirname: string) => unknown

let builtins: Readonly<Record<string, unknown>> = {}
const unnamed = new Set(['sys'])

/** Store Node's modules, by their names without `node:`. */
export function setBuiltins(modules: Readonly<Record<string, unknown>>): void {
  builtins = modules
}

/** A built-in Node module, by its name with or without `node:`; undefined if the sandbox does not have it. */
export function builtin(name: string): unknown {
  const bare = name.replace(/^node:/, '')
  return builtins[unnamed.has(bare) ? 'util' : bare]
}

/** A CommonJS module, which is `module` in its code. */
export class Module {
  id: string
  path: string
  exports: unknown = {}
  filename: string | null = null
  loaded = false
  children: Module[] = []
  paths: string[] = []
  parent?: Module | null | undefined

  constructor(id = '', parent?: Module | null) {
    this.id = id
    this.path = path.dirname(id)
    Object.defineProperty(this, 'parent', { value: parent, writable: true, configurable: true, enumerable: false })
    parent?.children.push(this)
  }

  require(request: unknown): unknown {
    if (typeof request !== 'string') throw invalidArgType('id', 'string', request)
    if (request === '') throw invalidArgValue('id', request, 'must be a non-empty string')
    return Module._load(request, this)
  }

  load(filename: string): void {
    this.filename = filename
    this.paths = Module._nodeModulePaths(path.dirname(filename))
    const ending = Object.keys(Module._extensions).find((known) => known !== '.js' && filename.endsWith(known)) ?? '.js'
    Module._extensions[ending]?.(this, filename)
    this.loaded = true
  }

  _compile(content: string, filename: string): unknown {
    const compiled = evaluateAs(Module.wrap(hostText('prepare', content, filename)), filename) as Wrapped
    return compiled.call(this.exports, this.exports, requireOf(this), this, filename, path.dirname(filename))
  }

  static _cache = Object.create(null) as Record<string, Module>
  static Module = Module
  static _extensions: Record<string, (module: Module, filename: string) => void> = {
    '.js': (module, filename) => {
      if (hostText('format', filename) === 'module') module.exports = importedNow(filename)
      else module._compile(textOfFile(filename), filename)
    },
    '.json': (module, filename) => {
      try {
        module.exports = JSON.parse(textOfFile(filename).replace(/^\ufeff/, ''))
      } catch (error) {
        if (error instanceof Error) error.message = `${filename}: ${error.message}`
        throw error
      }
    },
    '.node': (_, filename) => {
      throw coded(
        Error,
        'ERR_NOT_SIMULATED',
        `${filename} is a native module, which the simulation cannot load. Use a real run.`,
      )
    },
  }

  static wrap(script: string): string {
    return `(function (exports, require, module, __filename, __dirname) { ${script}\n});`
  }

  static _resolveFilename(request: string, parent?: Module | null): string {
    try {
      return hostText('resolve', request, parent?.filename ?? parent?.id ?? `${hostText('cwd')}/[eval]`, false)
    } catch (error) {
      const fault = error as Error & { code?: string; requireStack?: string[] }
      if (fault.code === 'MODULE_NOT_FOUND') {
        const stack: string[] = []
        for (let at = parent; at; at = at.parent) stack.push(at.filename ?? at.id)
        fault.requireStack = stack
        if (stack.length > 0) fault.message += `\nRequire stack:\n- ${stack.join('\n- ')}`
        Reflect.deleteProperty(fault, 'stack')
        Error.captureStackTrace(fault)
      }
      throw fault
    }
  }

  static _load(request: string, parent?: Module | null, isMain = false): unknown {
    const filename = Module._resolveFilename(request, parent)
    if (filename.startsWith('node:')) return builtin(filename)
    const known = Module._cache[filename]
    if (known !== undefined) {
      if (parent && !parent.children.includes(known)) parent.children.push(known)
      return known.exports
    }
    const module = new Module(filename, parent)
    if (isMain) Module.main = module
    if (isMain) module.id = '.'
    Module._cache[filename] = module
    try {
      module.load(filename)
    } catch (error) {
      Reflect.deleteProperty(Module._cache, filename)
      if (parent) parent.children = parent.children.filter((child) => child !== module)
      throw error
    }
    return module.exports
  }

  static _nodeModulePaths(from: string): string[] {
    const found: string[] = []
    for (let folder = from; ; folder = path.dirname(folder)) {
      if (path.basename(folder) !== 'node_modules') found.push(path.join(folder, 'node_modules'))
      if (folder === '/' || folder === '.') return found
    }
  }

  static main: Module | undefined

  static get builtinModules(): string[] {
    return Object.keys(builtins)
  }

  static isBuiltin(name: unknown): boolean {
    return typeof name === 'string' && Object.hasOwn(builtins, name.replace(/^node:/, ''))
  }

  static createRequire(from: unknown): Require {
    const text = from instanceof URL ? from.href : from
    const fault = invalidArgValue(
      'filename',
      from,
      'must be a file URL object, file URL string, or absolute path string',
    )
    if (typeof text !== 'string' || !/^(?:file:\/\/)?\//.test(text)) throw fault
    const filename = text.startsWith('file:') ? decodeURIComponent(new URL(text).pathname) : text
    const module = new Module(filename)
    module.filename = filename
    module.paths = Module._nodeModulePaths(path.dirname(filename))
    return requireOf(module)
  }
}
for (const name of Object.getOwnPropertyNames(Module)) {
  const fixed = ['length', 'name', 'prototype'].includes(name)
  if (!fixed) Object.defineProperty(Module, name, { enumerable: name !== 'main' })
}
withAbsent('module', Module)

function textOfFile(filename: string): string {
  return hostText('text', filename)
}

/** Load an ES module for `require`. The module must not use top-level await. */
function importedNow(filename: string): unknown {
  try {
    importNow(filename)
  } catch (error) {
    forgetRejections(error)
    throw error
  }
  const { __hooks: hooks } = globalThis as unknown as { __hooks: { taken(): unknown } }
  return hooks.taken()
}

/** A module's `require`, which resolves requests from the module's folder. */
export function requireOf(module: Module): Require {
  const require = (request: unknown): unknown => module.require(request)
  const resolve = (request: unknown): string => {
    if (typeof request !== 'string') throw invalidArgType('request', 'string', request)
    const found = Module._resolveFilename(request, module)
    return found.startsWith('node:') && !request.startsWith('node:') ? found.slice('node:'.length) : found
  }
  resolve.paths = (request: string): string[] | null =>
    Module.isBuiltin(request)
      ? null
      : /^\.{1,2}(?:\/|$)/.test(request)
        ? [path.dirname(module.filename ?? '/')]
        : Module._nodeModulePaths(path.dirname(module.filename ?? '/'))
  return Object.assign(require, { resolve, main: Module.main, extensions: Module._extensions, cache: Module._cache })
}

/** The exports of a CommonJS or JSON file for an ES module. */
export function requireFor(filename: string): unknown {
  return Module._load(filename)
}

/** `import()` for programs. Rejects with Node's error messages. */
export async function importFrom(from: string, request: unknown, options?: unknown): Promise<unknown> {
  const text = String(request)
  const attributes = (options as { with?: { type?: unknown } } | undefined)?.with
  const typed = attributes?.type === 'json' ? 'json!' : ''
  try {
    return await (evaluateAs(`import(${JSON.stringify(typed + text)})`, from) as Promise<unknown>)
  } catch (error) {
    forgetRejections(error)
    completeStack(error)
    throw error
  }
}
