import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

/** Pairs, elements, parameters: R4 and R5. */
export const ruleEntries = {
  'space-incompatible': {
    what: 'An element depends on one in a space of higher precedence, which another project may not have.',
    fix: 'Move one of the files, delete the file that shadows an allowed one, or search scoped.',
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
    what: 'A system element leads to one that anybody can change.',
    fix: 'Let system tools depend on system tools only, or search scoped.',
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
    what: 'Both elements declare, and the parent needs an input that the child does not put out.',
    fix: 'Add it to the outputs of the child, or drop it from the inputs of the parent.',
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
    what: 'The version of the child is below the `min_version` of its parent.',
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
    what: 'The version of the child is above the `max_version` of its parent.',
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
    what: 'The parent limits the version of its child, and the child has none. It passes.',
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
    what: 'A version or a limit is no semantic version, so the two cannot be compared. It passes.',
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
  'item-id-missing': {
    what: 'An element that is validated alone has no id. Elements of a chain always have one.',
    fix: 'Give it an id.',
    rule: 'R4.5',
    files: workspace``,
    note: '`validateTool` is asked about an element without an id.',
    only: 'validateTool',
  },
  'space-unknown': {
    what: 'An element that is validated alone carries a label that is no space. Elements of a chain always have one.',
    fix: 'Use project, user, system or system:<bundle>.',
    rule: 'R4.5',
    files: workspace``,
    note: '`validateTool` is asked about an element in the space "galaxy".',
    only: 'validateTool',
  },
  'primitive-with-executor': {
    what: 'An element calls itself a primitive and still names an executor.',
    fix: 'Change its tool type, or make its executor null.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: primitive
      executor_id: rye/core/primitives/execute
    `,
  },
  'runtime-without-executor': {
    what: 'An element calls itself a runtime and names no executor.',
    fix: 'Name the primitive that it hands over to.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: runtime
    `,
  },
  'version-undeclared': {
    what: 'An element declares no version.',
    fix: 'Declare one: limits and lockfiles need it.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: python
      category: demo
    `,
  },
  'category-undeclared': {
    what: 'An element declares no category.',
    fix: 'Set the category to the folder of the id.',
    rule: 'R4.5',
    files: workspace`
      === project/tools/t.yaml
      tool_type: python
      version: "1.0.0"
    `,
  },
  'category-mismatch': {
    what: 'The category of an element is not the folder it lies in.',
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
    what: 'A field has a value of a kind that its rule cannot use, such as text where a mapping is needed.',
    fix: 'Write the value in the form that the message names.',
    rule: 'R9.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: python3
    `,
  },
  'parameter-invalid': {
    what: 'A parameter breaks the schema of the tool. The range is the line of the schema, the pointer names the parameter.',
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
    what: 'The text of the parameters is no JSON object.',
    fix: 'Write one JSON object.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
    `,
    parameters: '{"count": ',
  },
  'schema-invalid': {
    what: 'The schema of the tool is no usable JSON Schema, so the parameters are not checked.',
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
    what: 'The schema of the tool leads into itself without end, or more parameters break it than are listed. What was not checked does not pass.',
    fix: 'Let a schema refer to itself only from within properties or items; correct the parameters that are listed.',
    rule: 'R5.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      config_schema: {$ref: "#"}
    `,
  },
  'work-limit': {
    what: 'The analysis would take more work than one may: a schema, a pattern, a state graph, hundreds of signatures or configs, or values that grow. Work is counted, so every host gives up at the same place. The finding names the step that took the most of it, and its file.',
    fix: 'Make that file simpler, as the hint says.',
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
    what: 'There are more findings than one list may have: bad dependencies of one runtime, or findings of one item in a check of all. The most severe ones are listed, and the others are counted.',
    fix: 'Fix those that are listed. `analyze` lists all findings of one item.',
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
  'check-limit': {
    what: 'A check of all items ended before this one: the items before took all the work, or all the findings, that one check may take. What many items share counts once. Work is counted, so every host ends at the same item. The items that have this finding were not checked.',
    fix: 'Fix or simplify what is listed, or analyze the item alone.',
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
