import type { Hypothesis } from '../impact/changes.ts'
import type { Located } from '../read/located.ts'
import { jsonString } from '../read/value/json.ts'
import { readYaml } from '../read/yaml/read.ts'
import { listItems } from '../resolve/items.ts'
import type { SourceRange } from '../text/source.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A change that a good expectation detects: its rule, its place, and the change itself. */
export interface Mutant {
  readonly rule: string
  readonly what: string
  readonly at: SourceRange | null
  readonly change: Hypothesis
}

/** The rules of metadata fields. Fields without a row have no effect on an answer. */
const fieldRules: Readonly<Record<string, string>> = {
  executor_id: 'R3.1',
  version: 'R4.3',
  child_constraints: 'R4.3',
  inputs: 'R4.2',
  outputs: 'R4.2',
  config_schema: 'R5.1',
  env_config: 'R6.3',
  anchor: 'R7.1',
  verify_deps: 'R7.4',
  config_resolve: 'R8.1',
  config: 'R9.1',
  execution_params: 'R9.2',
}

/**
 * All changes to try: a missing space, other settings, the deletion of each shadowing file, and each value in the files
 * of the project and the user.
 */
export function mutantsOf(workspace: Workspace): readonly Mutant[] {
  const { search, dev_mode } = workspace.settings
  const other = search === 'scoped' ? 'global' : 'scoped'
  const own = listItems(workspace).filter(({ space }) => space === 'project' || space === 'user')
  return [
    { rule: 'R1.1', what: 'without the user space', at: null, change: { kind: 'drop', space: 'user' } },
    { rule: 'R1.1', what: 'without the system space', at: null, change: { kind: 'drop', space: 'system' } },
    { rule: 'R1.2', what: `search: ${other}`, at: null, change: { kind: 'settings', settings: { search: other } } },
    {
      rule: 'R10.4',
      what: `dev_mode: ${!dev_mode}`,
      at: null,
      change: { kind: 'settings', settings: { dev_mode: !dev_mode } },
    },
    ...own.flatMap(({ item_id, path, shadowed }): readonly Mutant[] =>
      shadowed.length === 0
        ? []
        : [
            {
              rule: 'R1.5',
              what: `delete ${item_id}`,
              at: { path, start: 0, end: 0 },
              change: { kind: 'files', texts: { [path]: null } },
            },
          ],
    ),
    ...own.flatMap(({ path }) => fieldMutants(workspace, path)),
    ...workspace.places.flatMap(({ space, root }) =>
      space === 'project' || space === 'user' ? configMutants(workspace, `${root}/.ai/config`, 0) : [],
    ),
  ]
}

function fieldMutants(workspace: Workspace, path: string): readonly Mutant[] {
  const text = workspace.file(path)?.text
  const fields = workspace.metadata(path)?.fields
  if (text === undefined || !fields) return []
  return [...fields].flatMap(([name, { value }]) => {
    const rule = fieldRules[name]
    return rule === undefined ? [] : leafMutants(path, text, rule, name, value)
  })
}

/** Maximum depth of folders in `.ai/config`. */
const mostDepth = 8

function configMutants(workspace: Workspace, folder: string, depth: number): readonly Mutant[] {
  if (depth > mostDepth) return []
  return [...(workspace.listing(folder) ?? [])].flatMap(([name, kind]) => {
    const path = `${folder}/${name}`
    if (kind === 'directory') return configMutants(workspace, path, depth + 1)
    const text = workspace.file(path)?.text
    const reading = text === undefined || !/\.ya?ml$/.test(name) ? undefined : readYaml(path, text)
    return text === undefined || reading?.kind !== 'document' || !reading.document
      ? []
      : leafMutants(path, text, 'R8.1', '', reading.document)
  })
}

/** A mutant for each scalar in a value. */
function leafMutants(path: string, text: string, rule: string, name: string, node: Located): readonly Mutant[] {
  if (node.kind === 'list')
    return node.items.flatMap((item, index) => leafMutants(path, text, rule, `${name}[${index}]`, item))
  if (node.kind === 'dict')
    return [...node.entries].flatMap(([key, { value }]) =>
      leafMutants(path, text, rule, name === '' ? String(key) : `${name}.${String(key)}`, value),
    )
  const { start, end } = node
  const put = end > start ? otherText(node.value, name, path) : undefined
  if (put === undefined) return []
  const changed = text.slice(0, start) + put + text.slice(end)
  return [
    { rule, what: `${name}: ${put}`, at: { path, start, end }, change: { kind: 'files', texts: { [path]: changed } } },
  ]
}

/** Another value of the same type, as its file writes it; undefined for a type that is not changed. */
function otherText(value: unknown, name: string, path: string): string | undefined {
  if (typeof value === 'string') return jsonString(name === 'version' ? '999.0.0' : `${value}-changed`)
  if (typeof value === 'boolean') return path.endsWith('.py') ? (value ? 'False' : 'True') : String(!value)
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(BigInt(Math.trunc(Number(value))) + 7n)
    : undefined
}
