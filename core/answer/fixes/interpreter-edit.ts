import { interpreterNames, type Dialect, type InterpreterType } from '../../rules/dialect.ts'
import { nodeAt, plain, type Located } from '../../read/located.ts'
import type { Metadata } from '../../read/metadata/metadata.ts'
import { jsonString } from '../../read/value/json.ts'
import { isDict, isList, type Dict, type Value } from '../../read/value/value.ts'
import { implicitTag, tags } from '../../read/yaml/tags.ts'
import type { Change } from './fix.ts'

type Setting = readonly [key: string, value: string | readonly string[]]

/**
 * Rewrites a file's interpreter with a type from another dialect (R6.3). Returns undefined if the file has no
 * interpreter, if the dialect has its type, or if no type of the dialect searches the same places.
 */
export function interpreterEdit(
  metadata: Metadata,
  text: string,
  to: Dialect,
): Extract<Change, { kind: 'edit' }> | undefined {
  const node = nodeAt(metadata.fields.get('env_config')?.value, ['interpreter'])
  const config = node && plain(node)
  if (!node || !isDict(config)) return undefined
  const settings = settingsIn(config, to)
  if (!settings) return undefined
  const { path, format } = metadata
  const written = format === 'yaml' && text[node.start] !== '{' ? yamlBlock : literal
  return { kind: 'edit', path, start: node.start, end: node.end, text: written(settings, text, node) }
}

/** The settings of an interpreter in a dialect; undefined if they stay the same or have no counterpart. */
function settingsIn(config: Dict, to: Dialect): readonly Setting[] | undefined {
  const own = ownSettings(config, to)
  if (!own) return undefined
  const fallback = textOf(config.get('fallback')) ?? fallbackOf(config, to)
  const variable = textOf(config.get('var'))
  return [
    ...own,
    ...(variable === undefined ? [] : [['var', variable] as const]),
    ...(fallback === undefined ? [] : [['fallback', fallback] as const]),
  ]
}

function ownSettings(config: Dict, to: Dialect): readonly Setting[] | undefined {
  const has = (type: InterpreterType): boolean => to.interpreters.has(type)
  const type = interpreterNames.find((name) => name === config.get('type'))
  const binary = textOf(config.get('binary'))
  switch (type) {
    case 'venv_python':
      return has(type) ? venvSettings(config, to) : localPython(textOf(config.get('venv_path')) ?? '.venv')
    case 'node_modules':
      return has(type) ? undefined : local('node', textsOf(config.get('search_paths')) ?? ['node_modules/.bin'])
    case 'generic':
    case 'system_binary':
      return has(type) || binary === undefined ? undefined : program(binary, to)
    case 'version_manager':
      return has(type) ? undefined : askedManager(textOf(config.get('manager')), textOf(config.get('version')))
    case 'local_binary':
      return has(type) || binary === undefined
        ? undefined
        : elsewhere(binary, textsOf(config.get('search_paths')) ?? [], to)
    case 'command':
    case undefined:
      return undefined
    default:
      return type satisfies never
  }
}

/** The same type without the key that only other dialects read; undefined if the config does not have this key. */
function venvSettings(config: Dict, { venvSearch }: Dialect): readonly Setting[] | undefined {
  return config.has(venvSearch ? 'venv_path' : 'search') ? [['type', 'venv_python']] : undefined
}

function localPython(venv: string): readonly Setting[] {
  return [
    ['type', 'local_binary'],
    ['binary', 'python'],
    ['candidates', ['python3']],
    ['search_paths', [`${venv}/bin`, `${venv}/Scripts`]],
  ]
}

function local(binary: string, search_paths: readonly string[]): readonly Setting[] {
  return [
    ['type', 'local_binary'],
    ['binary', binary],
    ['search_paths', search_paths],
  ]
}

function program(binary: string, to: Dialect): readonly Setting[] {
  return [
    ['type', to.interpreters.has('system_binary') ? 'system_binary' : 'generic'],
    ['binary', binary],
  ]
}

function askedManager(manager: string | undefined, version: string | undefined): readonly Setting[] | undefined {
  if (manager === undefined || version === undefined || version === '') return undefined
  const command = manager === 'asdf' ? ['asdf', 'which', 'asdf', version] : [manager, 'which', version]
  return [
    ['type', 'command'],
    ['resolve_cmd', command],
  ]
}

/** The type in an older dialect that searches the same folders as `local_binary`. */
function elsewhere(binary: string, paths: readonly string[], to: Dialect): readonly Setting[] {
  const venv = paths.map((path) => /^(.+)\/(?:bin|Scripts)$/.exec(path)?.[1]).find((found) => found !== undefined)
  if (/^python[\d.]*$/.test(binary) && venv !== undefined && (venv === '.venv' || !to.venvSearch))
    return [['type', 'venv_python'], ...(to.venvSearch ? [] : [['venv_path', venv] as const])]
  if (binary === 'node' && to.interpreters.has('node_modules'))
    return [
      ['type', 'node_modules'],
      ['search_paths', paths],
    ]
  return program(binary, to)
}

/**
 * The fallback that another dialect needs, because only kiwi's `venv_python` also searches the PATH; otherwise
 * undefined.
 */
function fallbackOf(config: Dict, to: Dialect): string | undefined {
  const search = textsOf(config.get('search')) ?? ['system']
  const searchesPath = config.get('type') === 'venv_python' && !config.has('venv_path') && search.includes('system')
  return searchesPath && !to.venvSearch ? 'python3' : undefined
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function textsOf(value: Value | undefined): readonly string[] | undefined {
  return isList(value) && value.every((item) => typeof item === 'string') ? (value as readonly string[]) : undefined
}

function yamlBlock(settings: readonly Setting[], text: string, { start }: Located): string {
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  return `${settings.map(([key, value]) => `${key}: ${yamlValue(value)}`).join(`\n${indent}`)}`
}

function yamlValue(value: Setting[1]): string {
  if (typeof value !== 'string') return jsonList(value)
  return /^[\w./-]+$/.test(value) && implicitTag(value) === tags.str ? value : jsonString(value)
}

/** A mapping that is valid in Python, JavaScript and flow YAML: on one line, or on several if the old one was. */
function literal(settings: readonly Setting[], text: string, { start, end }: Located): string {
  const rows = settings.map(
    ([key, value]) => `${jsonString(key)}: ${typeof value === 'string' ? jsonString(value) : jsonList(value)}`,
  )
  if (!text.slice(start, end).includes('\n')) return `{${rows.join(', ')}}`
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  return `{\n${rows.map((row) => `${indent}    ${row},\n`).join('')}${indent}}`
}

function jsonList(items: readonly string[]): string {
  return `[${items.map(jsonString).join(', ')}]`
}
