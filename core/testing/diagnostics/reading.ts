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

/** Files, ids, chains: R1 to R3. */
export const readingEntries = {
  'file-unreadable': {
    what: 'A file of the chain is no text: its bytes are not UTF-8, or there are more than 4 MB of them. It counts as a file without metadata.',
    fix: 'Save the file as UTF-8; keep data in files of its own.',
    rule: 'R2.6',
    files: workspace``,
    bytes: { '/project/.ai/tools/t.py': Uint8Array.of(0xff) },
    note: 'project/tools/t.py is the single byte FF.',
    item: 't',
  },
  'metadata-syntax': {
    what: 'The file does not parse, so nothing it says counts as metadata. The range is the place where parsing stopped.',
    fix: 'Correct the syntax at the marked place.',
    rule: 'R2.1',
    files: workspace`
      === project/tools/t.py
      __version__ = "1.0.0
    `,
  },
  'metadata-not-literal': {
    what: 'A metadata name is set to something that would have to be executed, and files are never executed to be read.',
    fix: 'Assign a literal, once, at the top level of the module.',
    rule: 'R2.1',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = find_executor()
    `,
  },
  'version-not-text': {
    what: 'A version is written as a number or a date, and counts as another text than the one in the file: `1.10` as `1.1`, `010` as `8`, `1:30` as `90`.',
    fix: 'Put the version in quotes.',
    rule: 'R2.3 R4.3',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      version: 1.10
    `,
  },
  'metadata-lower-case': {
    what: 'A variable in code looks like metadata but is spelled in lower case, which counts in YAML only.',
    fix: 'Use the spelling that the hint names.',
    rule: 'R2.2',
    files: workspace`
      === project/tools/t.py
      executor_id = "rye/core/primitives/execute"
    `,
  },
  'metadata-key-unknown': {
    what: 'Nothing reads a key of this name, and it is almost one that is read. Whatever it says has no effect.',
    fix: 'Write the key that the hint names, or leave it where it is meant as a name of your own.',
    rule: 'R2.2',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config:
        comand: ls
    `,
  },
  'metadata-value-unknown': {
    what: 'A key takes a few values only, and this is none of them. The message says what it counts as.',
    fix: 'Write one of the values that the hint names.',
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
    what: 'The file holds names of metadata, but files of this kind carry no metadata in the dialect in force.',
    fix: 'Write the metadata in a Python or YAML file, or change the dialect.',
    rule: 'R2.6',
    files: workspace`
      === project/tools/t.json
      {"executor_id": "rye/core/primitives/execute"}
    `,
  },
  'yaml-duplicate-key': {
    what: 'One mapping has a key twice. As in PyYAML the last one counts.',
    fix: 'Remove one of them.',
    rule: 'R2.3',
    files: workspace`
      === project/tools/t.yaml
      version: "1.0.0"
      version: "2.0.0"
    `,
  },
  'yaml-limit': {
    what: 'The document passes a limit once its aliases are written out: 100,000 nodes, or 200 levels.',
    fix: 'Write the values out, or split the document.',
    rule: 'R2.3',
    files: workspace`
      === project/tools/t.yaml
      ${bomb.join('\n')}
    `,
  },
  'project-differs': {
    what: 'A call names another project than the one that is open, so nothing of it runs here.',
    fix: 'Name the open project as the project_path of the call.',
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
    what: 'The requested id is no relative path: it is empty or absolute, or has a backslash, a NUL, or an empty, `.` or `..` segment.',
    fix: 'Ask for the path below `.ai/tools` without its extension.',
    rule: 'R1.4',
    files: workspace``,
    item: '../secrets',
  },
  'executor-id-invalid': {
    what: 'The executor is neither null nor an id.',
    fix: 'Name a tool by its id, or write null for a primitive.',
    rule: 'R1.4',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = 5
    `,
  },
  'item-not-found': {
    what: 'No space has a file of the requested id. The finding lists the places searched and what comes close.',
    fix: 'Take one of the near misses, or create the file.',
    rule: 'R1.6',
    files: workspace`
      === project/tools/demo/greet.py
    `,
    item: 'demo/gret',
  },
  'executor-not-found': {
    what: 'The executor that an element names is in none of the spaces that may be searched from that element.',
    fix: 'Take a near miss; if it is out of reach, move one of the two files, or create a runtime of that id.',
    rule: 'R1.2 R1.6 R3.1',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = "rye/core/primitives/exekute"
    `,
  },
  'extension-ambiguous': {
    what: 'One space has several files of one id. The first in the fixed order of extensions wins.',
    fix: 'Delete or rename the others: they are never used.',
    rule: 'R1.3',
    files: workspace`
      === project/tools/t.py
      === project/tools/t.yaml
    `,
  },
  'chain-cycle': {
    what: 'An id comes twice in one chain. The finding shows the whole loop.',
    fix: 'Let one of the loop name an executor outside it.',
    rule: 'R3.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: runner
      === project/tools/runner.yaml
      executor_id: t
    `,
  },
  'chain-too-deep': {
    what: 'An eleventh element would be needed.',
    fix: 'Shorten the chain: a longer one is a mistake, not a design.',
    rule: 'R3.1',
    files: workspace`${`\n${deep}\n`}`,
    item: 'e0',
  },
  'chain-not-primitive': {
    what: 'The last element has a null executor, but the dialect knows no primitive of that id.',
    fix: 'Give the element an executor that leads to a primitive.',
    rule: 'R2.6 R3.3',
    files: workspace`
      === project/tools/t.py
      __version__ = "1.0.0"
    `,
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
