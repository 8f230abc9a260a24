import {
  anchored,
  config,
  files,
  overBase,
  primitive,
  runtime,
  times,
  tools,
  toolsOver,
  type GrowingTree,
} from './tree-parts.ts'

/** Trees in which the tools themselves grow, or in which the number of files and names around them grows. */
export const fileTrees: readonly GrowingTree[] = [
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
    name: 'n missing executors with similar names',
    mostGrowth: 12,
    files: (n) => files(toolsOver(n, (i) => `many/t${i}x`)),
  },
  {
    name: 'n missing executors with dissimilar names',
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
    name: 'n / 20 bundles that contain the runtime',
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
]
