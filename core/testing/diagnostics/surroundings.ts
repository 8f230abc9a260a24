import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Entries for environment, anchor and tool config (R6 to R8). */
export const surroundingEntries = {
  'interpreter-type-unknown': {
    what: 'The dialect does not support this interpreter type. If there is a fallback, the engine uses the fallback.',
    fix: 'Use a type that the dialect supports, or switch to a dialect that supports the type.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config: {interpreter: {type: venv_python, var: PYTHON}}
    `,
  },
  'interpreter-fallback-missing': {
    what: 'Neither the interpreter nor its fallback program was found on this machine.',
    fix: 'Install the fallback program, name an installed program, or add its folder to the PATH.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin], fallback: python2}
    `,
  },
  'interpreter-fallback': {
    what: 'The interpreter was not found, so the engine uses its fallback. The message lists every path that was tried.',
    fix: 'If the fallback is on the PATH where the tool runs, no action is needed. Otherwise, install the interpreter at one of the paths.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin], fallback: python3}
    `,
  },
  'interpreter-not-found': {
    what: 'The interpreter was not found and has no fallback. Its variable keeps the earlier value, or stays unset.',
    fix: 'Add a fallback, or install the interpreter at one of the paths.',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: local_binary, var: PYTHON, binary: python, search_paths: [.venv/bin]}
    `,
  },
  'program-not-asked': {
    what: "The interpreter's path is the output of a program, but an analysis and `rye-chain run` do not start this program. The interpreter counts as not found.",
    fix: "Run the tool from a local server's page. The server starts the program in its sandbox. Or write `{argv, return_code, stdout}` under `programs` in a world file (`--world FILE`).",
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: command, var: PYTHON, resolve_cmd: [uv, python, find], fallback: python3}
    `,
  },
  'dotenv-unreadable': {
    what: 'The engine cannot read the `.env` of the project and ignores it. The file is not UTF-8, is larger than 4 MB, has no read permission, or is not a regular file: a folder, pipe, socket, device or dangling symlink.',
    fix: 'Replace `.env` with a regular file in UTF-8. The engine never opens pipes, so an analysis never waits for another program.',
    rule: 'R6.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
    bytes: { '/project/.env': Uint8Array.of(0xff) },
    note: 'project/.env contains only the byte FF.',
  },
  'dotenv-link-outside': {
    what: 'The `.env` of the project is a symlink to a file outside the project. The engine reads that file, and every run gets its variables.',
    fix: 'Keep the symlink only if you created it. A symlink in a cloned repository can point to a file with secrets.',
    rule: 'R6.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      === user/secrets
      TOKEN=abc
    `,
    links: { '/project/.env': '/user/secrets' },
    note: 'project/.env is a symlink to /user/secrets.',
  },
  'dotenv-export': {
    what: 'A line of `.env` begins with `export`. The engine reads only plain `KEY=VALUE` lines.',
    fix: 'Remove the word `export`.',
    rule: 'R6.2',
    files: workspace`
      === project/.env
      export TOKEN=abc
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
  'dotenv-quoted': {
    what: 'A value in `.env` is in quotes. The quotes are part of the value, so programs receive them.',
    fix: 'Remove the quotes. Values can contain spaces.',
    rule: 'R6.2',
    files: workspace`
      === project/.env
      GREETING="good morning"
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
  'dotenv-line-odd': {
    what: 'A line of `.env` looks like a variable but is read as something else: `set X=1`, `$env:X=1`, `X: 1` or a name without `=`. The rule also covers duplicate names, and names with a space, an invisible character or a special character.',
    fix: 'Write `NAME=value`, once per name.',
    rule: 'R6.2',
    files: workspace`
      === project/.env
      set TOKEN=abc
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
  'variable-form': {
    what: 'A `\${...}` does not work as written: it has no closing brace, its default contains a brace, or it is a form that only shells support, such as `\${VAR-default}` and `\${VAR:?message}`.',
    fix: 'Write `\${VAR}` or `\${VAR:-default}`, with a default without braces.',
    rule: 'R6.4 R9.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config: {env: {DATA: "\${WORK_DIR:-/tmp"}}
    `,
  },
  'env-variable-unknown': {
    what: 'A `\${VAR}` names a variable that is not set, and has no default, so it becomes empty.',
    fix: 'Set the variable in `.env` or in the `env_config` of the runtime, or add a default: `\${VAR:-value}`.',
    rule: 'R6.4 R9.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config: {env: {DATA: "\${WORK_DIR}/data"}}
    `,
  },
  'anchor-inactive': {
    what: 'The chain requests dependency verification, but its anchor is not active, so dependencies are not verified.',
    fix: 'Enable the anchor, then put a marker file next to the tool or set `mode` of the anchor to `always`. Or remove `verify_deps`.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: auto, markers_any: [pyproject.toml]}
      verify_deps: {enabled: true, extensions: [.py]}
    `,
  },
  'anchor-placeholder-unknown': {
    what: 'A path or the working directory of the anchor contains a placeholder with an unknown name. The placeholder is left as is.',
    fix: 'Use one of the eight names that the hint lists.',
    rule: 'R7.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always, cwd: "{workspace}"}
    `,
  },
  'dependency-symlink-escape': {
    what: 'A dependency is a symlink to a file outside the verified folder, or to a file that does not exist.',
    fix: 'Replace the symlink with a copy of the file.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always}
      verify_deps: {enabled: true, extensions: [.py]}
      === /elsewhere/helper.py
    `,
    links: { '/project/.ai/tools/helper.py': '/elsewhere/helper.py' },
    note: 'project/tools/helper.py is a symlink to /elsewhere/helper.py.',
  },
  'dependency-limit': {
    what: 'There are more than 10,000 files to verify before the run.',
    fix: 'Set `extensions`, `scope` or `exclude_dirs` in `verify_deps` to select fewer files.',
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
    note: 'project/tools contains 10,001 more files with the extension .py.',
  },
  'config-path-invalid': {
    what: 'A config path is absolute, or leads outside `.ai/config`.',
    fix: 'Write a path inside `.ai/config`.',
    rule: 'R8.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: ../../secrets.yaml}
    `,
  },
  'config-unreadable': {
    what: 'A config file cannot be merged: it is not text, not YAML, or not a mapping.',
    fix: 'Write the file as a YAML mapping.',
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
    what: 'No space contains the config file, so the config is empty.',
    fix: 'If the tool needs a config, create one of the files that the hint lists.',
    rule: 'R8.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: web.yaml}
    `,
  },
  'config-resolves-nothing': {
    what: '`config_resolve` is not a mapping, has no path, or has a mode that is neither `deep_merge` nor `first_match`. The engine ignores the declaration.',
    fix: 'Write `{path: ..., mode: deep_merge}` or `mode: first_match`, in lower case.',
    rule: 'R8.1',
    files: workspace`
      === project/config/web.yaml
      a: 1
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: web.yaml, mode: Deep_Merge}
    `,
  },
  'config-stays-with-runtime': {
    what: 'A runtime declares `config_resolve` and the tool does not. The runtime reads its own settings from the file, but the tool gets no `resolved_config`.',
    fix: 'If the tool needs the config, declare `config_resolve` in the tool too.',
    rule: 'R8.3',
    files: workspace`
      === project/config/r.yaml
      defaults: {timeout: 5}
      === project/tools/t.yaml
      executor_id: r
      config: {command: cat, args: ["{tool_path}"]}
      === project/tools/r.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: {path: r.yaml}
    `,
  },
  'config-wrong-type': {
    what: 'A path in `config_resolve` is not a string, a list entry is not a mapping, or the config of a runtime has the wrong type.',
    fix: 'Write `{path: ..., mode: deep_merge}`.',
    rule: 'R8.1 R8.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: [web.yaml]
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
