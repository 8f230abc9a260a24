import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { workspace } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

const deep = Array.from({ length: 11 }, (_, index) => {
  const next = index === 10 ? 'rye/core/primitives/execute' : `e${index + 1}`
  return `=== project/tools/e${index}.yaml\nexecutor_id: ${next}`
}).join('\n')

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
for (const [index, name] of [...'bcdef'].entries()) {
  const below = `*${'abcde'[index]}`
  bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => below).join(', ')}]`)
}

/** Entries for files, IDs and chains (R1 to R3). */
export const readingEntries = {
  'later-generation': {
    what: 'The file, or the space that contains it, is written for Rye 0.5 or later. The engine does not read, sign or change such a file, and the chain ends there. The message names the mark of the later release.',
    fix: 'Use the release of Rye that wrote the file. "Later releases of Rye" in docs/reference/dialects.md describes what changed.',
    rule: 'R1.9',
    files: workspace`
      === project/tools/t.py
      # ryeos-tool:
      #   executor: tool:rye/python
      def main():
          return 1
    `,
  },
  'file-unreadable': {
    what: 'A file of the chain cannot be read as text: it is not UTF-8, is larger than 4 MB, has no read permission, or has a name that is not UTF-8. The engine treats it as a file without metadata.',
    fix: 'Save the file as UTF-8, keep data in separate files, or correct its permissions or name.',
    rule: 'R2.6',
    files: workspace``,
    bytes: { '/project/.ai/tools/t.py': Uint8Array.of(0xff) },
    note: 'project/tools/t.py contains only the byte FF.',
    item: 't',
  },
  'metadata-syntax': {
    what: 'The file cannot be parsed, so it has no metadata. The location is the position where parsing stopped.',
    fix: 'Correct the syntax at this position.',
    rule: 'R2.1',
    files: workspace`
      === project/tools/t.py
      __version__ = "1.0.0
    `,
  },
  'metadata-not-literal': {
    what: 'A metadata name is set to an expression. The engine reads only literals, because it never executes a file to read its metadata.',
    fix: 'Assign a literal, once, at the top level of the module.',
    rule: 'R2.1',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = find_executor()
    `,
  },
  'version-not-text': {
    what: 'A version is a number or a date in the file, so the engine reads a different version: `1.10` becomes `1.1`, `010` becomes `8`, `1:30` becomes `90`.',
    fix: 'Put the version in quotes.',
    rule: 'R2.3 R4.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      version: 1.10
    `,
  },
  'metadata-lower-case': {
    what: 'A variable in code has a metadata name in lower case. Lower-case names are metadata only in YAML.',
    fix: 'Use the spelling in the hint.',
    rule: 'R2.2',
    files: workspace`
      === project/tools/t.py
      executor_id = "rye/core/primitives/execute"
    `,
  },
  'metadata-key-unknown': {
    what: 'A key is unknown and has no effect, but its name is similar to a known key.',
    fix: 'Use the key from the hint. If the key is your own, keep it.',
    rule: 'R2.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config:
        comand: ls
    `,
  },
  'metadata-value-unknown': {
    what: 'A key has an invalid value. The message describes the effect.',
    fix: 'Use one of the values that the hint lists.',
    rule: 'R2.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
      anchor:
        enabled: true
        mode: allways
    `,
  },
  'metadata-not-read': {
    what: 'The file contains metadata names, but files of this kind have no metadata in the active dialect.',
    fix: 'Write the metadata in a Python or YAML file, or change the dialect.',
    rule: 'R2.6',
    files: workspace`
      === project/tools/t.json
      {"executor_id": "rye/core/primitives/execute"}
    `,
  },
  'yaml-duplicate-key': {
    what: 'A mapping has the same key twice. As in PyYAML, the engine uses the last value.',
    fix: 'Remove one of the keys.',
    rule: 'R2.3',
    files: workspace`
      === project/tools/t.yaml
      version: "1.0.0"
      version: "2.0.0"
    `,
  },
  'yaml-limit': {
    what: 'The document exceeds a limit after its aliases are expanded: 100,000 nodes, or 200 levels.',
    fix: 'Use fewer aliases and less nesting, or split the document.',
    rule: 'R2.3',
    files: workspace`
      === project/tools/t.yaml
      ${bomb.join('\n')}
    `,
  },
  'project-differs': {
    what: 'A call names a project that is not open, so the call does not run.',
    fix: 'Open the project that the call names, or set `project_path` to the open project.',
    rule: 'R14.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    options: { project_path: '/elsewhere' },
    note: 'The project_path of the call is /elsewhere.',
  },
  'item-id-invalid': {
    what: 'The requested ID is not a valid relative path: it is empty or absolute, or contains a backslash, a NUL character, or an empty, `.` or `..` segment.',
    fix: 'Use the path in `.ai/tools` without its extension.',
    rule: 'R1.4',
    files: workspace``,
    item: '../secrets',
  },
  'executor-id-invalid': {
    what: 'The executor is neither null nor a valid item ID.',
    fix: 'Write the ID of a tool, or null for a primitive.',
    rule: 'R1.4',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = 5
    `,
  },
  'item-not-found': {
    what: 'No space contains a file with the requested ID. The message lists the searched paths and similar items.',
    fix: 'Use one of the similar items, or create the file.',
    rule: 'R1.6',
    files: workspace`
      === project/tools/demo/greet.py
    `,
    item: 'demo/gret',
  },
  'executor-not-found': {
    what: 'The executor of an element is not in any space that is searched from that element.',
    fix: 'Use one of the similar items, or create a runtime with this ID. If the executor is in another space, move one of the two files.',
    rule: 'R1.2 R1.6 R3.1',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = "rye/core/primitives/exekute"
    `,
  },
  'id-alike': {
    what: 'Two IDs of a space differ only in uppercase letters, or in the Unicode form of a letter. A copy of the project on macOS or Windows contains only one of the files, and both IDs open it.',
    fix: 'Rename or delete one of the files.',
    rule: 'R1.4',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
      === project/tools/T.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "true"}
    `,
    only: 'check',
  },
  'extension-ambiguous': {
    what: 'A space has several files with the same ID. The engine uses the first file in the fixed order of extensions.',
    fix: 'Delete or rename the other files, which are never used.',
    rule: 'R1.3',
    files: workspace`
      === project/tools/t.py
      === project/tools/t.yaml
    `,
  },
  'chain-cycle': {
    what: 'The same ID is in a chain twice. The message shows the whole loop.',
    fix: 'Point one element of the loop at an executor outside the loop.',
    rule: 'R3.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: t
    `,
  },
  'chain-too-deep': {
    what: 'The chain has more than ten elements.',
    fix: 'Remove elements from the chain.',
    rule: 'R3.1',
    files: workspace`${`\n${deep}\n`}`,
    item: 'e0',
  },
  'chain-not-primitive': {
    what: 'The last element has a null executor, but its ID is not a primitive of the dialect.',
    fix: 'Set its executor to a primitive, or to an item whose chain ends at a primitive.',
    rule: 'R2.6 R3.3',
    files: workspace`
      === project/tools/t.py
      __version__ = "1.0.0"
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
