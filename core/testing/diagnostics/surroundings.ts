import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Environment, anchor, tool config: R6 to R8. */
export const surroundingEntries = {
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
  'program-not-asked': {
    what: 'The interpreter is named by a program, which an analysis and `rye-chain run` do not start: the search counts as one that finds nothing.',
    fix: 'Run the tool from the page of a local server, which asks the program in its sandbox; or list `{argv, return_code, stdout}` under `programs` of the world (`--world FILE`).',
    rule: 'R6.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter: {type: command, var: PYTHON, resolve_cmd: [uv, python, find], fallback: python3}
    `,
  },
  'dotenv-unreadable': {
    what: 'The `.env` of the project cannot be read and is ignored as a whole: it is not UTF-8, larger than 4 MB, closed to this user, a folder, a named pipe, a socket, a device or a link that leads nowhere.',
    fix: 'Put a regular file in UTF-8 there. A pipe is never opened: an analysis does not wait for another program.',
    rule: 'R6.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
    bytes: { '/project/.env': Uint8Array.of(0xff) },
    note: 'project/.env is the single byte FF.',
  },
  'dotenv-link-outside': {
    what: 'The `.env` of the project is a link to a file outside of the project. It is read, and every run gets the variables in it.',
    fix: 'Keep the link only if you made it: a link can come with a cloned repository and lead to a file with secrets.',
    rule: 'R6.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      === user/secrets
      TOKEN=abc
    `,
    links: { '/project/.env': '/user/secrets' },
    note: 'project/.env is a link to /user/secrets.',
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
  'dotenv-line-odd': {
    what: 'A line of `.env` looks like a variable but is read as something else: `set X=1`, `$env:X=1`, `X: 1`, a name without `=`, a blank or a letter that is not visible in a name, a name with other characters than letters, digits and underscores, a name that comes twice.',
    fix: 'Write `NAME=value`, once per name.',
    rule: 'R6.2',
    files: workspace`
      === project/.env
      set TOKEN=abc
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
  'config-stays-with-runtime': {
    what: 'A runtime declares `config_resolve` and the tool does not: the runtime takes its own settings from the file, and the tool gets no `resolved_config`.',
    fix: 'Declare `config_resolve` in the tool as well, if it needs the config.',
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
    what: 'The path is no text, an entry of a list is no mapping, or the config of a runtime has no usable form.',
    fix: 'Write `{path: ..., mode: deep_merge}`.',
    rule: 'R8.1 R8.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config_resolve: [web.yaml]
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
