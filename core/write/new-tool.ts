import { graphRuntime } from '../graph/graph-runtime.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { dialects, type DialectName } from '../rules/dialect.ts'
import { isRequestKind } from '../rules/primitives.ts'
import { newIdProblem } from '../rules/item-id.ts'
import { nameOf, parentOf } from '../text/path.ts'
import { inexactDefault, readNewParameters, sampleCall } from './new-parameters.ts'
import { bareScriptText, dataText, pythonText, scriptText, shellText, type About } from './tool-texts.ts'

/** The kinds of new tools, in display order. */
export const newToolKinds = ['python', 'javascript', 'typescript', 'shell', 'request', 'graph', 'runtime'] as const
export type NewToolKind = (typeof newToolKinds)[number]

/** The request for a new tool. */
export interface WantedTool {
  readonly kind: NewToolKind
  readonly item_id: string
  /** The parameters as typed: `name: string = "world", count: integer`. */
  readonly parameters: string
  readonly dialect: DialectName
  readonly space: 'project' | 'user'
}

/** The files of a new tool, the place of the code to edit first, and sample parameters. */
export interface NewTool {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly body: { readonly path: string; readonly start: number; readonly end: number }
  /** The sample parameters for a first call, as JSON. */
  readonly parameters: string
}

/** The executor of each kind in a dialect's bundle. A kind without an executor is unavailable. */
const executors: Readonly<Record<DialectName, Readonly<Partial<Record<NewToolKind, string>>>>> = {
  kiwi: {
    python: 'python_script_runtime',
    javascript: 'node_runtime',
    shell: 'bash_runtime',
    ...primitivesOf('kiwi'),
  },
  lilux: {
    python: 'rye/core/runtimes/python_script_runtime',
    javascript: 'rye/core/runtimes/node_runtime',
    shell: 'rye/core/runtimes/bash_runtime',
    ...primitivesOf('lilux'),
  },
  lillux: {
    python: 'rye/core/runtimes/python/script',
    javascript: 'rye/core/runtimes/node/node',
    typescript: 'rye/core/runtimes/node/node',
    shell: 'rye/core/runtimes/bash/bash',
    graph: graphRuntime,
    ...primitivesOf('lillux'),
  },
}

/**
 * The primitives of a dialect for new items: a new request uses the primitive that sends requests, and a new runtime
 * uses the primitive that starts programs.
 */
function primitivesOf(name: DialectName): Readonly<Partial<Record<NewToolKind, string>>> {
  const { builtin, bySegment } = dialects[name]
  const all = [...builtin, ...bySegment]
  const idOf = (wanted: boolean): string | undefined =>
    all.find(([, primitive]) => isRequestKind(primitive) === wanted)?.[0]
  const [request, runtime] = [idOf(true), idOf(false)]
  return { ...(request === undefined ? {} : { request }), ...(runtime === undefined ? {} : { runtime }) }
}

/** The interpreter search of a runtime, by dialect (R6.3). */
const interpreters: Readonly<Record<DialectName, Readonly<Record<string, JsonValue>>>> = {
  kiwi: { type: 'venv_python', search: ['project', 'user', 'system'] },
  lilux: { type: 'venv_python', venv_path: '.venv' },
  lillux: { type: 'local_binary', binary: 'python', candidates: ['python3'], search_paths: ['.venv/bin'] },
}

/** The reason why a dialect cannot have a tool of this kind; undefined if it can. */
export function kindProblem(kind: NewToolKind, dialect: DialectName): string | undefined {
  if (executors[dialect][kind] !== undefined) return undefined
  const others = Object.keys(dialects).filter((name) => executors[name as DialectName][kind] !== undefined)
  return `The dialect ${dialect} does not support ${kind} tools. Supported in: ${others.join(', ')}.`
}

/** The files of a new tool, with schema and category, or the problem with the request. */
export function newTool(wanted: WantedTool): NewTool | { readonly problem: string } {
  const { kind, item_id, dialect, space } = wanted
  const problem = kindProblem(kind, dialect) ?? idTrouble(item_id)
  if (problem !== undefined) return { problem }
  const read = readNewParameters(wanted.parameters)
  if ('problem' in read) return read
  const inexact = inexactDefault(read.parameters, kind)
  if (inexact !== undefined) return { problem: inexact }
  const category = parentOf(`/${item_id}`).slice(1)
  const about: About = {
    name: nameOf(item_id),
    category,
    executor: executors[dialect][kind] ?? '',
    parameters: read.parameters,
    passing: dialects[dialect].parameters,
    extension: dialects[dialect].stemSearch ? '.py' : '.yaml',
  }
  const stem = `/${space}/.ai/tools/${item_id}`
  const files = kind === 'runtime' ? [runtimeFile(stem, about, dialect)] : filesOf(kind, stem, about)
  const parameters = kind === 'runtime' ? {} : sampleCall(read.parameters)
  return { files, body: bodyOf(files), parameters: JSON.stringify(parameters) }
}

/** The problem with the ID of a new tool: the ID is invalid (R1.4) or has an extension. Undefined for a valid ID. */
function idTrouble(id: string): string | undefined {
  const problem = newIdProblem(id)
  if (problem !== undefined) return problem
  const extension = /\.(?:py|ya?ml|json|[mc]?[jt]s|sh)$/.exec(id)?.[0]
  return extension === undefined
    ? undefined
    : `The ID ends with an extension. Remove ${extension}; the language sets the extension.`
}

type File = NewTool['files'][number]

function filesOf(kind: Exclude<NewToolKind, 'runtime'>, stem: string, about: About): readonly [File, ...File[]] {
  switch (kind) {
    case 'python':
      return [{ path: `${stem}.py`, text: pythonText(about) }]
    case 'shell':
      return about.extension === '.py'
        ? [dataFile(stem, about, 'bash', { config: { script: `printf 'received %s\\n' "$2"` } })]
        : [{ path: `${stem}.sh`, text: shellText(about) }]
    case 'typescript':
      return [{ path: `${stem}.ts`, text: scriptText(about, kind) }]
    case 'javascript':
      return about.passing === 'stdin'
        ? [{ path: `${stem}.mjs`, text: scriptText(about, kind) }]
        : toolAndScript(stem, about)
    case 'request':
      return [dataFile(stem, about, 'http', { config: requestConfig(about) })]
    case 'graph':
      return [dataFile(stem, about, 'graph', graphParts(about))]
  }
}

/** A file that contains only metadata. In kiwi, an ID with folders requires the extension `.py` (R1.3). */
function dataFile(stem: string, about: About, tool_type: string, rest: Readonly<Record<string, JsonValue>>): File {
  return { path: stem + about.extension, text: dataText(about, tool_type, rest) }
}

const roots = { project: '{project_path}', user: '{user_space}' } as const

/** A tool file that names a script in a folder next to it, for runtimes that start a script by path. */
function toolAndScript(stem: string, about: About): readonly [File, File] {
  const path = `${parentOf(stem)}/lib/${about.name}.mjs`
  const script = path.startsWith('/user/') ? path.replace('/user', roots.user) : path.replace('/project', roots.project)
  return [{ path, text: bareScriptText() }, dataFile(stem, about, 'javascript', { config: { script } })]
}

function requestConfig({ name, parameters }: About): JsonValue {
  const query = (parameters ?? []).map((parameter) => `${parameter.name}={${parameter.name}}`).join('&')
  return {
    method: 'GET',
    url: `https://example.com/${name}${query === '' ? '' : `?${query}`}`,
    headers: { Accept: 'application/json' },
    timeout: 30,
  }
}

/** R16.1: a graph with one call to a tool that every project has. The graph returns the result. */
function graphParts({ parameters }: About): Readonly<Record<string, JsonValue>> {
  const [first] = parameters ?? []
  const text = first ? `\${inputs.${first.name}}` : 'how many words are these'
  return {
    permissions: ['rye.execute.tool.rye.text.*'],
    config: {
      start: 'count',
      nodes: {
        count: {
          action: { item_id: 'tool:rye/text/count', params: { text } },
          assign: { words: '${result}' },
          next: 'done',
        },
        done: { type: 'return', output: { words: '${state.words}' } },
      },
    },
  }
}

function runtimeFile(stem: string, about: About, dialect: DialectName): File {
  const argv = about.passing === 'stdin' ? [] : ['--params', '{params_json}']
  const rest = {
    env_config: { interpreter: { ...interpreters[dialect], var: 'RYE_PYTHON', fallback: 'python3' } },
    config: {
      command: '${RYE_PYTHON}',
      args: ['{tool_path}', ...argv, '--project-path', '{project_path}'],
      ...(about.passing === 'stdin' && { input_data: '{params_json}' }),
      timeout: 300,
    },
  }
  return dataFile(stem, { ...about, parameters: undefined }, 'runtime', rest)
}

/** The places that an author edits first: the return value of the tool, or the command, URL or start node. */
const bodies = [
  /(?<=return )\{.*\}/,
  /(?<=printf ).*$/m,
  /(?<=url"?: ).*$/m,
  /(?<=start: ).*$/m,
  /(?<=command"?: ).*$/m,
]

function bodyOf(files: readonly File[]): NewTool['body'] {
  const path = files[0]?.path ?? ''
  const text = files[0]?.text ?? ''
  const found = bodies.map((body) => body.exec(text)).find((match) => match !== null)
  const start = found?.index ?? 0
  return { path, start, end: start + (found?.[0].length ?? 0) }
}
