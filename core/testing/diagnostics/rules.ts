import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Entries for pairs, elements and parameters (R4, R5). */
export const ruleEntries = {
  'space-incompatible': {
    what: 'An element depends on an element in a space that is searched earlier. Other projects do not have that element.',
    fix: 'Move one of the files, delete the file that shadows an allowed file, or use scoped search.',
    rule: 'R4.1',
    files: workspace`
      === user/tools/t.yaml
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
    `,
    settings: { search: 'global' },
  },
  'system-to-mutable': {
    what: 'A system element depends on an element that a project or a user can change.',
    fix: 'Use only system tools as executors of system tools, or use scoped search.',
    rule: 'R4.1',
    files: workspace`
      === system/tools/t.yaml
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
    `,
    settings: { search: 'global' },
  },
  'io-missing-input': {
    what: 'The parent declares an input that is not among the declared outputs of the child.',
    fix: "Add the input to the child's outputs, or remove it from the parent's inputs.",
    rule: 'R4.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: runner
      outputs: [text]
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
      inputs: [text, language]
    `,
  },
  'version-too-low': {
    what: "The child's version is below its parent's `min_version`.",
    fix: 'Raise the version of the child, or lower the limit.',
    rule: 'R4.3',
    files: workspace`
      === project/tools/t.yaml
      version: "1.0.0"
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
      child_constraints: {min_version: "2.0.0"}
    `,
  },
  'version-too-high': {
    what: "The child's version is above its parent's `max_version`.",
    fix: 'Use an older version of the child, or raise the limit.',
    rule: 'R4.3',
    files: workspace`
      === project/tools/t.yaml
      version: "3.0.0"
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
      child_constraints: {max_version: "2.0.0"}
    `,
  },
  'version-missing': {
    what: 'The parent sets a version limit, and the child has no version. The limit is not checked.',
    fix: 'Declare a version.',
    rule: 'R4.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
      child_constraints: {min_version: "2.0.0"}
    `,
  },
  'version-unreadable': {
    what: 'A version or a limit is not a semantic version, so the limit is not checked.',
    fix: 'Write versions as 1.2.3 or 1.2.3-rc.1.',
    rule: 'R4.3',
    files: workspace`
      === project/tools/t.yaml
      version: latest
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: rye/core/primitives/execute
      child_constraints: {min_version: "2.0.0"}
    `,
  },
  'item-is-runtime': {
    what: "The requested item is a runtime, so the plan contains the runtime's own file in place of a tool.",
    fix: 'Choose a tool that names the runtime as its executor.',
    rule: 'R3.1',
    files: workspace`
      === project/tools/t.yaml
      tool_type: runtime
      executor_id: rye/core/primitives/execute
      config: {command: python3, args: ["{tool_path}"]}
    `,
  },
  'item-id-missing': {
    what: 'A program validates an element that has no item ID. Elements of a chain always have one.',
    fix: 'Add an item ID.',
    rule: 'R4.5',
    files: workspace``,
    note: 'A program calls `validateTool` of the engine with an element that has no item ID.',
    only: 'validateTool',
  },
  'space-unknown': {
    what: 'A program validates an element whose space is unknown. Elements of a chain always have a valid space.',
    fix: 'Use `project`, `user`, `system` or `system:<bundle>`.',
    rule: 'R4.5',
    files: workspace``,
    note: 'A program calls `validateTool` of the engine with an element in the space "galaxy".',
    only: 'validateTool',
  },
  'primitive-with-executor': {
    what: 'An element has the tool type `primitive` but names an executor.',
    fix: 'Change its tool type, or set its executor to null.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: primitive
      executor_id: rye/core/primitives/execute
    `,
  },
  'runtime-without-executor': {
    what: 'An element has the tool type `runtime` but does not name an executor.',
    fix: 'Set its executor to a primitive.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: runtime
    `,
  },
  'version-undeclared': {
    what: 'An element does not declare a version.',
    fix: 'Declare a version. Version limits and lockfiles use it.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: python
      category: demo
    `,
  },
  'category-undeclared': {
    what: 'An element does not declare a category.',
    fix: 'Set the category to the folder of the item ID.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: python
      version: "1.0.0"
    `,
  },
  'category-mismatch': {
    what: 'The category of an element differs from its folder.',
    fix: 'Set the category to the folder, or move the file.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/demo/t.yaml
      tool_type: python
      category: examples
    `,
    item: 'demo/t',
  },
  'metadata-wrong-type': {
    what: 'A field has a value of the wrong type, such as a string instead of a mapping.',
    fix: 'Write the value with the type that the message names.',
    rule: 'R9.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: python3
    `,
  },
  'parameter-invalid': {
    what: 'A parameter does not match the schema of the tool. The location is the line of the schema, and the message names the parameter.',
    fix: 'Correct the parameter, or the schema.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      config_schema: {properties: {count: {type: integer}}}
    `,
    parameters: '{"count": "three"}',
  },
  'parameters-unreadable': {
    what: 'The parameters are not a JSON object.',
    fix: 'Write the parameters as one JSON object.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
    `,
    parameters: '{"count": ',
  },
  'schema-invalid': {
    what: "The tool's schema is not a valid JSON Schema, so the parameters are not checked.",
    fix: 'Correct the schema.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      config_schema: {properties: {name: {pattern: "("}}}
    `,
    parameters: '{"name": "Ada"}',
  },
  'schema-limit': {
    what: 'The schema has endless references to itself, or too many parameters violate the schema. The engine refuses the run, because it cannot check all parameters.',
    fix: 'Use self-references only inside `properties` or `items`, and correct the listed parameters.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      config_schema: {$ref: "#"}
    `,
  },
  'work-limit': {
    what: 'The analysis exceeds its work limit, for example with a large schema, pattern or state graph, hundreds of signatures, or growing values. The engine counts work instead of time, so every host stops at the same step. The message names the step with the most work, and its file.',
    fix: 'Simplify the file that the message names, as the hint describes.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      config_schema: {properties: {name: {pattern: "^(a+)+$"}}}
    `,
    parameters: '{"name": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}',
  },
  'findings-limit': {
    what: 'The dependencies of a chain, or one item in a check of all items, have too many problems. The list contains the most severe problems and the number of the others.',
    fix: 'Fix the listed problems. `analyze` lists all problems of one item.',
    rule: 'R7.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      anchor: {enabled: true, mode: always}
      verify_deps: {enabled: true, extensions: [.py]}
    `,
    bytes: Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`/project/.ai/tools/f${index}.py`, new Uint8Array()]),
    ),
    note: 'project/tools has 21 files with the extension .py, none of them signed.',
  },
  'expectation-failed': {
    what: "An expectation in `.ai/expect` is not met. `check` compares the item's answer with the goals, and does not run the tool.",
    fix: 'Fix the project, or update the expectation if the new answer is correct.',
    rule: 'R9.6',
    only: 'tests',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      === /project/.ai/expect/t.yaml
      item: t
      goals: [{at: /plan/command, is: "false"}]
    `,
  },
  'expectation-invalid': {
    what: 'A file in `.ai/expect` is not a valid expectation, so its goals are not checked.',
    fix: 'Correct the part that the message names.',
    rule: 'R9.6',
    only: 'tests',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      === /project/.ai/expect/t.yaml
      item: t
      goals: [{at: plan/command, is: "true"}]
    `,
  },
  'check-limit': {
    what: 'This item was not checked: the check reached its limit of work or of listed problems at an earlier item. Work that several items share counts once. Every host stops at the same item.',
    fix: 'Fix or simplify the listed items, or analyze this item alone.',
    rule: 'R12.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      === project/tools/u.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
    `,
    only: 'check',
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
