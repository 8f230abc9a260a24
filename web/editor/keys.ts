/** Keys and values that metadata knows below its sections (SEMANTICS 5 to 9), with a word on each. */
export interface KnownKey {
  readonly name: string
  readonly detail: string
}

const of = (keys: Readonly<Record<string, string>>): readonly KnownKey[] =>
  Object.entries(keys).map(([name, detail]) => ({ name, detail }))

const keysBelow: Readonly<Record<string, readonly KnownKey[]>> = {
  env_config: of({ interpreter: 'which program runs this (R6.3)', env: 'static variables, applied in order (R6.4)' }),
  interpreter: of({
    type: 'local_binary, system_binary, venv_python, …',
    binary: 'name of the program',
    candidates: 'other names it may have',
    search_paths: 'folders below the project to look in',
    var: 'the variable that takes its path',
    fallback: 'used when nothing was found',
  }),
  config: of({
    command: 'the program, a template',
    args: 'its arguments, templates',
    input_data: 'what it reads on standard input',
    cwd: 'its working directory',
    timeout: 'seconds',
    method: 'of the request',
    url: 'of the request, a template',
    headers: 'of the request',
    body: 'of the request',
    auth: 'bearer or api_key',
    retry: 'max_attempts and backoff',
  }),
  anchor: of({
    enabled: 'true or false',
    mode: 'auto, always, never (R7.1)',
    markers_any: 'files that switch auto on',
    root: 'tool_dir, tool_parent, project_path',
    lib: 'the runtime’s own library',
    cwd: 'a template',
    env_paths: 'path lists to add to (R7.3)',
  }),
  verify_deps: of({
    enabled: 'true or false',
    scope: 'anchor, tool_dir, tool_siblings, tool_file',
    recursive: 'true or false',
    extensions: 'which files',
    exclude_dirs: 'folders left out',
  }),
  config_resolve: of({ path: 'below .ai/config', mode: 'deep_merge or first_match (R8.2)' }),
  child_constraints: of({ min_version: 'inclusive', max_version: 'inclusive' }),
  retry: of({ max_attempts: 'how often at most', backoff: 'exponential or none' }),
  auth: of({ type: 'bearer or api_key', token: 'for bearer', key: 'for api_key', header: 'that carries the key' }),
  config_schema: of({
    type: 'object',
    properties: 'one schema for each parameter',
    required: 'names',
    additionalProperties: 'true or false',
  }),
}

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  mode: ['auto', 'always', 'never', 'deep_merge', 'first_match'],
  root: ['tool_dir', 'tool_parent', 'project_path'],
  scope: ['anchor', 'tool_dir', 'tool_siblings', 'tool_file'],
  type: [
    'local_binary',
    'system_binary',
    'venv_python',
    'node_modules',
    'version_manager',
    'command',
    'object',
    'string',
    'integer',
    'number',
    'boolean',
    'array',
  ],
  tool_type: ['python', 'javascript', 'bash', 'runtime', 'primitive', 'http', 'graph'],
  enabled: ['true', 'false'],
  recursive: ['true', 'false'],
}

/** Keys that may stand below the section an indented line of YAML belongs to; none where the section is unknown. */
export function keysAt(lines: readonly string[]): readonly KnownKey[] {
  const indent = /^ */.exec(lines.at(-1) ?? '')?.[0].length ?? 0
  for (let at = lines.length - 2; at >= 0; at--) {
    const parent = /^( *)(?:- )?["']?(\w+)["']?:\s*$/.exec(lines[at] ?? '')
    if (parent && (parent[1]?.length ?? 0) < indent) return keysBelow[(parent[2] ?? '').toLowerCase()] ?? []
  }
  return []
}

/** Values that a key of metadata takes, where there are few. */
export function valuesFor(key: string): readonly string[] {
  return Object.hasOwn(valuesOf, key) ? (valuesOf[key] ?? []) : []
}
