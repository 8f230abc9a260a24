import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** From templates to the plan, and what a plan needs to start: R9, R15. */
export const planningEntries = {
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
  'template-unquoted': {
    what: 'A variable contains a space or another character that `shlex.quote` would quote, but not one that causes quotes here. It is passed as it is.',
    fix: 'Nothing, unless the program starts a shell itself: then quote the value there.',
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
  'parameter-left-out': {
    what: 'A parameter of the caller has the name of a part of the run, such as `project_path`, `tool_dir` or `fixed_params`: it is not part of `{params_json}`.',
    fix: 'Rename the parameter if the tool needs it.',
    rule: 'R9.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: cat, input_data: "{params_json}"}
    `,
    parameters: '{"project_path": "/tmp"}',
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
