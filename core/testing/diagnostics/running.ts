import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Environment, anchor, tool config: R6 to R8. */
export const runningEntries = {
  'interpreter-type-unknown': {
    what: 'The dialect has no interpreter of this type. A fallback is used if there is one.',
    fix: 'Use a type of the dialect, or change to the dialect that has it.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config: {interpreter: {type: venv_python, var: PYTHON}}
    `,
  },
  'interpreter-fallback-missing': {
    what: 'The interpreter was found nowhere, and the machine does not have the program that is its fallback.',
    fix: 'Install the program, name a fallback that is there, or put its folder on the PATH.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin], fallback: python2}
    `,
  },
  'interpreter-fallback': {
    what: 'The interpreter was found nowhere, so its fallback is used. The finding lists every path that was tried.',
    fix: 'Nothing, if the fallback is on the PATH where the tool runs; else create one of the paths.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin], fallback: python3}
    `,
  },
  'interpreter-not-found': {
    what: 'The interpreter was found nowhere and has no fallback, so its variable stays as it was, most often unset.',
    fix: 'Add a fallback, or install the interpreter where it is looked for.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin]}
    `,
  },
  'dotenv-unreadable': {
    what: 'The `.env` of the project is not UTF-8 and is ignored as a whole.',
    fix: 'Save the file as UTF-8.',
    rule: 'R6.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
    bytes: { '/project/.env': Uint8Array.of(0xff) },
    note: 'project/.env is the single byte FF.',
  },
  'dotenv-export': {
    what: 'A line of `.env` begins with `export`. Only plain `KEY=VALUE` lines are read.',
    fix: 'Take the word `export` away.',
    rule: 'R6.2',
    files: workspace`
      === project/.env
      export TOKEN=abc
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
  'env-variable-unknown': {
    what: 'A `\${VAR}` has no value and no default, so it becomes empty.',
    fix: 'Set the variable in `.env` or in the env_config of an inner element, or give a default: `\${VAR:-value}`.',
    rule: 'R6.4 R9.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config: {env: {DATA: "\${WORK_DIR}/data"}}
    `,
  },
  'anchor-inactive': {
    what: 'The chain asks for dependency verification, but its anchor is switched off, so nothing is verified.',
    fix: 'Put a marker beside the tool, set the mode to always, or drop verify_deps.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: auto, markers_any: [pyproject.toml]}
      verify_deps: {enabled: true, extensions: [.py]}
    `,
  },
  'anchor-placeholder-unknown': {
    what: 'A path or the working directory of the anchor uses a name that an anchor does not have. It stays as text.',
    fix: 'Use one of the eight names that the hint lists.',
    rule: 'R7.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always, cwd: "{workspace}"}
    `,
  },
  'dependency-symlink-escape': {
    what: 'A dependency is a link that leads out of the verified directory, or to nowhere.',
    fix: 'Replace the link by the file itself.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always}
      verify_deps: {enabled: true, extensions: [.py]}
      === /elsewhere/helper.py
    `,
    links: { '/project/.ai/tools/helper.py': '/elsewhere/helper.py' },
    note: 'project/tools/helper.py is a link to /elsewhere/helper.py.',
  },
  'dependency-limit': {
    what: 'More than 10,000 files would have to be verified before the run.',
    fix: 'Narrow the extensions, the scope or the excluded directories of verify_deps.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always}
      verify_deps: {enabled: true, extensions: [.py]}
    `,
    bytes: Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`/project/.ai/tools/f${index}.py`, new Uint8Array()]),
    ),
    note: 'project/tools holds 10,001 more files with the extension .py.',
  },
  'config-path-invalid': {
    what: 'A config path is absolute, or leaves `.ai/config` once it is normalised.',
    fix: 'Write a path below `.ai/config`.',
    rule: 'R8.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: ../../secrets.yaml}
    `,
  },
  'config-unreadable': {
    what: 'A config file that would be merged is no text, no YAML, or no mapping.',
    fix: 'Correct the file.',
    rule: 'R8.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: web.yaml}
      === project/config/web.yaml
      [one, two]
    `,
  },
  'config-not-found': {
    what: 'No space has the config file. It counts as empty.',
    fix: 'Create one of the files that the hint lists, if a config is meant.',
    rule: 'R8.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: web.yaml}
    `,
  },
  'config-resolves-nothing': {
    what: 'The declaration is no mapping, has no path, or names a mode that is neither `deep_merge` nor `first_match`: no config is looked for.',
    fix: 'Write `{path: ..., mode: deep_merge}` or `mode: first_match`; case counts.',
    rule: 'R8.1',
    files: workspace`
      === project/config/web.yaml
      a: 1
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: web.yaml, mode: Deep_Merge}
    `,
  },
  'config-wrong-type': {
    what: 'The path is no text, an entry of a list is no mapping, or the config of a runtime has no usable form.',
    fix: 'Write `{path: ..., mode: deep_merge}`.',
    rule: 'R8.1 R8.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: [web.yaml]
    `,
  },
  'template-unknown-name': {
    what: 'A `{name}` is still there in what reaches the primitive: no parameter and no config has that name.',
    fix: 'Pass the parameter, set it in a config of the chain, or give it a default in the schema.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{greeting}"]}
    `,
  },
  'template-unstable': {
    what: 'The third round of `{name}` replacement still changed something; it is the last one.',
    fix: 'Break the circle of values that hold each other.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{a}"], a: "x{b}", b: "y{a}"}
    `,
  },
  'template-quoted': {
    what: 'A variable with a shell character was quoted, and nothing runs in a shell: the quotes reach the program.',
    fix: 'Let the program read the variable from its environment.',
    rule: 'R9.3',
    files: workspace`
      === project/.env
      QUERY=a|b
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["\${QUERY}"]}
    `,
  },
  'template-injected': {
    what: 'A placeholder came in with a value of the caller or of the environment, and was filled like any other.',
    fix: 'Do not pass text with braces from outside, or pass it on standard input.',
    rule: 'H2 R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{text}"]}
    `,
    parameters: '{"text": "{tool_path}"}',
  },
  'template-limit': {
    what: 'A value that holds its own placeholder several times would grow past a million characters. It is left as it stood.',
    fix: 'Break the circle.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, a: "${'{b}'.repeat(200)}", b: "${'{c}'.repeat(200)}", c: "${'{d}'.repeat(200)}", d: ${'x'.repeat(20)}}
    `,
  },
  'argument-not-text': {
    what: 'An argument is a number, a flag or null. It is passed as Python prints it.',
    fix: 'Quote it, if exactly this text is meant.',
    rule: 'R9.5',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: [true]}
    `,
  },
  'parameters-not-json': {
    what: 'A parameter or a fixed parameter has no JSON form.',
    fix: 'Write dates, sets and bytes as text.',
    rule: 'R9.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, fixed_params: {day: 2026-02-18}}
    `,
  },
  'parameter-is-setting': {
    what: 'A parameter of the caller has the name of a setting of the primitive, and the merge gives it the effect of that setting.',
    fix: 'Rename the parameter if it is meant for the tool alone.',
    rule: 'R9.8',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "ls"}
    `,
    parameters: '{"cwd": "/tmp"}',
  },
  'typescript-on-node': {
    what: 'The tool is TypeScript and would be handed to Node as it is. Node takes types away by itself from 22.18 on; an older one, such as the 20.19 that is supported here, refuses the file, though the simulation runs it.',
    fix: 'Write the tool in JavaScript, or choose a runtime whose program reads TypeScript.',
    rule: 'R15.1',
    files: workspace`
      === project/tools/t.ts
      export const __executor_id__ = 'node'
      === project/tools/node.yaml
      executor_id: rye/core/primitives/execute
      config: {command: node, args: ["{tool_path}"]}
    `,
  },
  'plan-unrelated': {
    what: 'Neither the file of the tool, nor a parameter, nor a part of its own config appears in the plan.',
    fix: 'Let the runtime pass `{tool_path}` or `{params_json}`, or name the executor that was meant.',
    rule: 'R9.9',
    files: workspace`
      === project/tools/t.yaml
      executor_id: clock
      === project/tools/clock.yaml
      executor_id: rye/core/primitives/execute
      config: {command: date}
    `,
  },
  'timeout-none': {
    what: 'The timeout is 0 or null, so the plan has none of its own and the limit of the host holds.',
    fix: 'Set it to a number of seconds, or leave it out for the default.',
    rule: 'R9.10',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls, timeout: 0}
    `,
  },
  'plan-incomplete': {
    what: 'The primitive lacks something that it needs to start: a command, a url, or a value it can use.',
    fix: 'Set it in the config of the tool or its runtime.',
    rule: 'R9.6',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
