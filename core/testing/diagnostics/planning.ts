import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Entries for templates, the plan, and the requirements to start it (R9, R15). */
export const planningEntries = {
  'template-unknown-name': {
    what: 'A placeholder `{name}` is passed to the primitive unchanged, because no parameter or config has this name.',
    fix: 'Pass the parameter, set it in a config of the chain, or set a default in the schema.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{greeting}"]}
    `,
  },
  'template-unstable': {
    what: 'The third and last round of `{name}` replacement still changed a value.',
    fix: 'If placeholders refer to each other in a circle, remove one of them. Otherwise, use fewer placeholders that refer to other placeholders.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{a}"], a: "x{b}", b: "y{a}"}
    `,
  },
  'template-quoted': {
    what: 'A variable was quoted because its value contains a shell character. The program does not start in a shell, so it receives the quotes.',
    fix: 'Read the variable from the environment of the program.',
    rule: 'R9.3',
    files: workspace`
      === project/.env
      QUERY=a|b
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["\${QUERY}"]}
    `,
  },
  'template-unquoted': {
    what: 'The value of a variable contains a space or another character for which `shlex.quote` adds quotes. The engine does not add quotes and passes the value as is.',
    fix: 'If the value becomes part of a shell command, quote it in that command. Otherwise, no action is needed.',
    rule: 'R9.3',
    files: workspace`
      === project/.env
      TITLE=two words
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["\${TITLE}"]}
    `,
  },
  'template-injected': {
    what: 'A value from the caller or the environment contains a placeholder, and the engine replaces it like any other placeholder.',
    fix: 'Remove the placeholder from the value.',
    rule: 'H2 R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: ["{text}"]}
    `,
    parameters: '{"text": "{tool_path}"}',
  },
  'template-limit': {
    what: 'Template replacement would make a value longer than a million characters, so the value is left as is. Usually, the values of its placeholders contain many more placeholders.',
    fix: 'Use fewer placeholders whose values contain other placeholders.',
    rule: 'R9.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, a: "${'{b}'.repeat(200)}", b: "${'{c}'.repeat(200)}", c: "${'{d}'.repeat(200)}", d: ${'x'.repeat(20)}}
    `,
  },
  'argument-not-text': {
    what: 'An argument is not a string but, for example, a number, a boolean or null. The program receives the text that Python prints for it.',
    fix: 'If the printed form is correct, write it in quotes.',
    rule: 'R9.5',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, args: [true]}
    `,
  },
  'parameters-not-json': {
    what: 'A parameter or a fixed parameter cannot be written as JSON.',
    fix: 'Write dates, sets and bytes as strings.',
    rule: 'R9.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: echo, fixed_params: {day: 2026-02-18}}
    `,
  },
  'parameter-is-setting': {
    what: 'A parameter from the caller has the same name as a setting of the primitive, so it overrides that setting. Only `env` has no effect.',
    fix: 'If the parameter is for the tool only, rename it.',
    rule: 'R9.8',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "ls"}
    `,
    parameters: '{"cwd": "/tmp"}',
  },
  'parameter-left-out': {
    what: 'A parameter from the caller has a reserved name, such as `project_path`, `tool_dir` or `fixed_params`, so it is not part of `{params_json}`.',
    fix: 'If the tool needs the parameter, rename it.',
    rule: 'R9.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: cat, input_data: "{params_json}"}
    `,
    parameters: '{"project_path": "/tmp"}',
  },
  'package-missing': {
    what: "Node runs the tool's file, and this file imports a package that Node would not find. Node searches `node_modules` in the file's folder, the folders above it in the same space, and `NODE_PATH`. The engine reads only `import`, `export` and `require` at the start of a line.",
    fix: 'Install the package in the project. In the page, import the project again with its packages.',
    rule: 'R9.9',
    files: workspace`
      === project/tools/t.js
      import slug from 'slug'
      export const __executor_id__ = 'node'
      === project/tools/node.yaml
      executor_id: rye/core/primitives/execute
      config: {command: node, args: ["{tool_path}"]}
    `,
  },
  'program-cannot-run': {
    what: "The runtime's program gets the tool's file as its script, but runs only other kinds of files.",
    fix: "Choose a runtime for this kind of file as the executor, or write the tool in the runtime's language.",
    rule: 'R9.9',
    files: workspace`
      === project/tools/t.js
      export const __executor_id__ = 'python'
      === project/tools/python.yaml
      executor_id: rye/core/primitives/execute
      config: {command: python3, args: ["{tool_path}"]}
    `,
  },
  'typescript-on-node': {
    what: 'The tool is written in TypeScript and runs with Node. Node 22.18 and later remove the types; older versions, such as the supported 20.19, refuse the file. The simulation can run the file.',
    fix: 'Write the tool in JavaScript, or choose a runtime whose program runs TypeScript.',
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
    what: "The plan uses neither the tool's file, nor a parameter, nor a part of the tool config.",
    fix: 'Pass `{tool_path}` or `{params_json}` in the runtime, or correct the executor.',
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
    what: "The timeout is 0 or null, so the plan sets no timeout and the host's limit applies.",
    fix: 'Set the timeout in seconds, or remove it to use the default.',
    rule: 'R9.10',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls, timeout: 0}
    `,
  },
  'plan-incomplete': {
    what: 'The primitive cannot start: a command, a URL or another value is missing or not valid.',
    fix: 'Correct the config of the tool or its runtime.',
    rule: 'R9.6',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
