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

/** Trees in which the runtime, its configs or its anchor grow. */
export const runtimeTrees: readonly GrowingTree[] = [
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
    name: 'a runtime that sets n variables from the project path',
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
    name: 'a runtime with n arguments that have placeholders',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `config: {command: /bin/sh, args: ["{tool_path}", ${times(n, (i) => `"{project_path}/${i}"`).join(', ')}]}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime with n arguments from its environment',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`config: {command: /bin/sh, args: ["{tool_path}", ${times(n, (i) => `"\${NONE${i}}"`).join(', ')}]}\n`),
      ]),
  },
  {
    name: 'a runtime with n settings that each name the next',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `config: {command: /bin/sh, args: ["{tool_path}"], ${times(n, (i) => `k${i}: "{k${(i + 1) % n}}x"`).join(', ')}}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime that sets n variables from the tool path',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}env_config:\n  env:\n${times(n, (i) => `    V${i}: "{tool_path}/${i}"\n`).join('')}`),
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
    name: 'a runtime with n inputs, and tools without these inputs',
    isQuadratic: true,
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
    isQuadratic: true,
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
    isQuadratic: true,
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
    name: 'an interpreter that is searched for in n places',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}env_config: {interpreter: {type: local_binary, var: PY, binary: py, candidates: [${times(n, (i) => `p${i}`).join(', ')}], search_paths: [${times(n, (i) => `q${i}`).join(', ')}]}}\n`,
        ),
      ]),
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
