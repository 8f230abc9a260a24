/** A project whose size is a number of tools, and in which something else grows with them. */
export interface GrowingTree {
  readonly name: string
  /** Absolute path to text. */
  files(tools: number): Readonly<Record<string, string>>
  /** Each item really has as much of its own as there are tools: the budget of a check ends it. */
  readonly isQuadratic?: true
  /** How much the work may grow with four times the tools, where a bound of each item is not reached yet; else 6. */
  readonly mostGrowth?: number
  /** The environment of the host. */
  readonly environ?: (tools: number) => Readonly<Record<string, string>>
  /** System bundles beside `core`. */
  readonly bundles?: (tools: number) => readonly string[]
}

const tools = '/project/.ai/tools'
const primitive = 'rye/core/primitives/execute'
const call = 'command: /bin/sh, args: ["{tool_path}"], input_data: "{params_json}"'

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

const files = (entries: readonly (readonly [string, string])[]): Record<string, string> => Object.fromEntries(entries)

/** `t0` to `t<n>` over one executor. */
const toolsOver = (count: number, executor: (index: number) => string, more: (index: number) => string = () => '') =>
  times(
    count,
    (index) =>
      [
        `${tools}/many/t${index}.yaml`,
        `version: 1.0.0\ntool_type: script\nexecutor_id: ${executor(index)}\ncategory: many\n${more(index)}`,
      ] as const,
  )

const runtime = (lines: string, at = 'base'): readonly [string, string] => [
  `${tools}/${at}.yaml`,
  `version: 1.0.0\ntool_type: runtime\nexecutor_id: ${primitive}\ncategory: ""\n${lines}`,
]

const config = `config: {${call}}\n`
const anchored = 'anchor: {enabled: true, mode: always, root: tool_dir'
const overBase = (count: number): readonly (readonly [string, string])[] => toolsOver(count, () => 'base')

/** Trees whose check must grow with their size alone: what `n` tools have in common is looked at once. */
export const growingTrees: readonly GrowingTree[] = [
  {
    name: 'a runtime that verifies n dependencies',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}${anchored}}\nverify_deps: {enabled: true, scope: anchor, extensions: [.yaml]}\n`),
      ]),
  },
  {
    name: 'a runtime that sets n variables',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}env_config:\n  env:\n${times(n, (i) => `    V${i}: "x${i}"\n`).join('')}`),
      ]),
  },
  {
    name: 'a runtime that sets n variables from the host',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}env_config:\n  env:\n${times(n, (i) => `    V${i}: "\${HOME}/${i}"\n`).join('')}`),
      ]),
  },
  {
    name: 'a runtime that sets n variables by the project',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}env_config:\n  env:\n${times(n, (i) => `    V${i}: "{project_path}/${i}"\n`).join('')}`),
      ]),
  },
  {
    name: 'a config of n keys that every tool merges',
    files: (n) =>
      files([
        ...toolsOver(
          n,
          () => 'base',
          () => 'config_resolve: {path: many.yaml, mode: deep_merge}\n',
        ),
        runtime(config),
        ['/project/.ai/config/many.yaml', times(n, (i) => `k${i}: ${i}\n`).join('')],
        ['/user/.ai/config/many.yaml', times(n, (i) => `k${i}: user\n`).join('')],
        ['/system/.ai/config/many.yaml', times(n, (i) => `k${i}: system\n`).join('')],
      ]),
  },
  {
    name: 'a config of n keys that the runtime merges',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}config_resolve: {path: many.yaml}\nexecution_params: [${times(n, (i) => `k${i}`).join(', ')}]\n`,
        ),
        ['/project/.ai/config/many.yaml', `defaults:\n${times(n, (i) => `  k${i}: ${i}\n`).join('')}`],
        ['/user/.ai/config/many.yaml', `defaults:\n${times(n, (i) => `  k${i}: user\n`).join('')}`],
      ]),
  },
  {
    name: 'a list of n configs that every tool merges',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}config_resolve: [${times(n, (i) => `{path: c${i % 50}.yaml}`).join(', ')}]\n`),
        ['/project/.ai/config/c1.yaml', 'a: 1\n'],
      ]),
  },
  {
    name: 'a runtime with n arguments',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`config: {command: /bin/sh, args: ["{tool_path}", ${times(n, (i) => `a${i}`).join(', ')}]}\n`),
      ]),
  },
  {
    name: 'a runtime with n arguments to fill',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `config: {command: /bin/sh, args: ["{tool_path}", ${times(n, (i) => `"{project_path}/${i}"`).join(', ')}]}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime with n unknown placeholders',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`config: {command: /bin/sh, args: ["{tool_path}", ${times(n, (i) => `"{none${i}}"`).join(', ')}]}\n`),
      ]),
  },
  {
    name: 'a .env of n lines',
    files: (n) => files([...overBase(n), runtime(config), ['/project/.env', times(n, (i) => `V${i}=${i}\n`).join('')]]),
  },
  {
    name: 'a .env of n lines that are ignored',
    files: (n) =>
      files([...overBase(n), runtime(config), ['/project/.env', times(n, (i) => `export V${i}=${i}\n`).join('')]]),
  },
  {
    name: 'a host environment of n variables',
    files: (n) => files([...overBase(n), runtime(config)]),
    environ: (n) => Object.fromEntries(times(n, (i) => [`V${i}`, `${i}`])),
  },
  {
    name: 'n missing executors with near names',
    mostGrowth: 12,
    files: (n) => files(toolsOver(n, (i) => `many/t${i}x`)),
  },
  {
    name: 'n missing executors with names from afar',
    mostGrowth: 12,
    files: (n) => files(toolsOver(n, (i) => `many/${((i * 2654435761) % 4294967296).toString(36)}${i}`)),
  },
  { name: 'one missing executor of n tools', files: (n) => files(toolsOver(n, () => 'many/tt')) },
  {
    name: 'n executors of the same stem',
    files: (n) =>
      files([...toolsOver(n, (i) => `else/d${i}/base`), ...times(n, (i) => runtime(config, `deep/d${i}/base`))]),
  },
  {
    name: 'a chain of 10 that n tools share',
    files: (n) =>
      files([
        ...toolsOver(n, () => 'c0'),
        ...times(8, (i): readonly [string, string] => [
          `${tools}/c${i}.yaml`,
          `version: 1.0.0\ntool_type: runtime\nexecutor_id: ${i === 7 ? primitive : `c${i + 1}`}\ncategory: ""\nenv_config: {env: {A${i}: "1"}}\n${i === 7 ? config : ''}`,
        ]),
      ]),
  },
  {
    name: 'a runtime whose text is a megabyte',
    files: (n) => files([...overBase(n), runtime(`${config}# ${'x'.repeat(300 * n)}\n`)]),
  },
  {
    name: 'a runtime with n inputs, tools with none of them',
    files: (n) =>
      files([
        ...toolsOver(
          n,
          () => 'base',
          () => 'outputs: [a]\n',
        ),
        runtime(`${config}inputs: [${times(n, (i) => `i${i}`).join(', ')}]\n`),
      ]),
  },
  {
    name: 'a runtime with n child constraints',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}child_constraints:\n${times(n, (i) => `  many/t${i}: {min_version: 1.0.0}\n`).join('')}`),
      ]),
  },
  {
    name: 'a runtime with n env_paths',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}${anchored}, env_paths: {P: {prepend: [${times(n, (i) => `"{tool_dir}/${i}"`).join(', ')}]}}}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime with n env_paths of other names',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}${anchored}, env_paths: {${times(n, (i) => `P${i}: {prepend: ["{tool_dir}"]}`).join(', ')}}}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime with n unknown names in env_paths',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}${anchored}, env_paths: {P: {prepend: [${times(n, (i) => `"{none${i}}"`).join(', ')}]}}}\n`),
      ]),
  },
  {
    name: 'an anchor with n markers',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}anchor: {enabled: true, root: tool_dir, markers_any: [${times(n, (i) => `m${i}`).join(', ')}]}\n`,
        ),
      ]),
  },
  {
    name: 'an interpreter that is looked for in n places',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}env_config: {interpreter: {type: local_binary, var: PY, binary: py, candidates: [${times(n, (i) => `p${i}`).join(', ')}], search_paths: [${times(n, (i) => `q${i}`).join(', ')}]}}\n`,
        ),
      ]),
  },
  {
    name: 'n lockfiles',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        ...times(n, (i) => [`/project/.ai/lockfiles/many/t${i}@1.0.0.lock.json`, '{"lockfile_version": 1}'] as const),
      ]),
  },
  {
    name: 'n trusted keys',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        ...times(n, (i) => [`/project/.ai/trusted_keys/${i.toString(16).padStart(16, '0')}.toml`, 'x'] as const),
      ]),
  },
  {
    name: 'n tools of two extensions',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        ...times(n, (i) => [`${tools}/many/t${i}.sh`, '# __version__ = "1"\n'] as const),
      ]),
  },
  {
    name: 'n tools that shadow others',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        ...times(n, (i) => [`/user/.ai/tools/many/t${i}.yaml`, `executor_id: ${primitive}\n`] as const),
        ...times(n, (i) => [`/system/.ai/tools/many/t${i}.yaml`, `executor_id: ${primitive}\n`] as const),
      ]),
  },
  {
    name: 'n / 20 bundles that hold the runtime',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        ...times(Math.ceil(n / 20), (i) => [`/b${i}/.ai/tools/base.yaml`, `executor_id: ${primitive}\n`] as const),
      ]),
    bundles: (n) => times(Math.ceil(n / 20), (i) => `b${i}`),
  },
  {
    name: 'n tools with n / 10 runtimes of n / 10 variables',
    files: (n) =>
      files([
        ...toolsOver(n, (i) => `run/r${i % Math.ceil(n / 10)}`),
        ...times(Math.ceil(n / 10), (r) =>
          runtime(
            `${config}env_config: {env: {${times(Math.ceil(n / 10), (i) => `V${i}: "${r}"`).join(', ')}}}\n`,
            `run/r${r}`,
          ),
        ),
      ]),
  },
  {
    name: 'n runtimes that each verify n dependencies',
    files: (n) =>
      files([
        ...toolsOver(n, (i) => `run/r${i}`),
        ...times(n, (r) =>
          runtime(
            `${config}${anchored}}\nverify_deps: {enabled: true, scope: anchor, extensions: [.yaml]}\n`,
            `run/r${r}`,
          ),
        ),
      ]),
  },
  {
    name: 'n tools that declare a schema of n properties',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}config_schema: {type: object, properties: {${times(n, (i) => `p${i}: {type: string}`).join(', ')}}}\n`,
        ),
      ]),
  },
  {
    name: 'n graphs that call n missing tools',
    files: (n) =>
      files(
        times(
          n,
          (i) =>
            [
              `${tools}/many/g${i}.yaml`,
              `version: 1.0.0\ntool_type: graph\nexecutor_id: rye/core/runtimes/state-graph\ncategory: many\npermissions: ["*"]\nconfig:\n  start: a\n  nodes:\n    a: {action: {item_id: "tool:many/x${i}"}, next: b}\n    b: {type: return}\n`,
            ] as const,
        ),
      ),
  },
  {
    name: 'a runtime whose metadata has n wrong keys',
    files: (n) => files([...overBase(n), runtime(`${config}${times(n, (i) => `versio${i}: 1\n`).join('')}`)]),
  },
  {
    name: 'a runtime whose YAML has n duplicate keys',
    files: (n) => files([...overBase(n), runtime(`${config}${times(n, () => `verify: 1\n`).join('')}`)]),
  },
]
