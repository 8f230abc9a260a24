import { expect, test } from 'vitest'
import { dialects } from '../../rules/dialect.ts'
import { plain } from '../located.ts'
import { withEffort } from '../../testing/effort.ts'
import { fieldValue } from './metadata.ts'
import { readMetadata } from './read.ts'
import { readShellHeader } from './shell.ts'
import { everyPart } from '../../pure-host.ts'
import { analyzeFiles } from '../../testing/workspace.ts'

const fields = (text: string) => {
  const metadata = readMetadata('/project/.ai/tools/t.sh', text, dialects.lillux, everyPart)
  return Object.fromEntries([...metadata.fields.keys()].map((name) => [name, fieldValue(metadata, name)]))
}

test.for([
  { name: 'is read after a shebang', text: '#!/bin/sh\n# __executor_id__ = "x"\necho\n', sets: { executor_id: 'x' } },
  { name: 'is read without a shebang', text: '# __executor_id__ = None\n', sets: { executor_id: null } },
  {
    name: 'is read after a signature',
    text: '#!/bin/sh\n# rye:signed:2026-02-18T12:00:00Z:a=b:c:d\n# __version__ = "1.0.0"\n',
    sets: { version: '1.0.0' },
  },
  {
    name: 'is read after empty lines and other comments',
    text: '\n# Says x = y.\n\n# __version__ = "2"\n',
    sets: { version: '2' },
  },
  { name: 'is not read after the first command', text: 'set -e\n# __version__ = "2"\n', sets: {} },
  { name: 'is not read from a command', text: '__version__="2"\n', sets: {} },
  { name: 'is not read as YAML', text: '# executor_id: "x"\n', sets: {} },
  { name: 'is not read in lower case', text: '# executor_id = "x"\n', sets: {} },
  { name: 'is not read from two assignments on one line', text: '# __version__ = "1"; __category__ = "c"\n', sets: {} },
  {
    name: 'has the value of the last of two equal names',
    text: '# __version__ = "1"\n# __version__ = "2"\n',
    sets: { version: '2' },
  },
  {
    name: 'is read without a space after the comment sign, and indented',
    text: '#__version__="1"\n  # __category__ = "c"\n',
    sets: { version: '1', category: 'c' },
  },
  { name: 'is read before a comment on the same line', text: '# __version__ = "1" # first\n', sets: { version: '1' } },
  { name: 'is read at the end of the file', text: '# __version__ = "1"', sets: { version: '1' } },
  {
    name: 'is read with other line endings',
    text: '#!/bin/sh\r\n# __version__ = "1"\r\necho\r\n',
    sets: { version: '1' },
  },
])('R2.8: the header of a shell script $name', ({ text, sets }) => {
  expect(fields(text)).toEqual(sets)
})

test('R2.8: continuation lines of a literal begin with a comment sign, and places refer to the file', () => {
  const text =
    '#!/bin/sh\n# CONFIG = {\n#   "command": "sh",\n#   "args": [\n#     "{tool_path}"],\n# }\n# __version__ = "1"\n'
  const header = readShellHeader(text, everyPart)
  if (header === 'lacking') throw new Error('every part is there')
  const [config, version] = header.literals
  expect(config && plain(config.value)).toEqual(
    new Map<string, unknown>([
      ['command', 'sh'],
      ['args', ['{tool_path}']],
    ]),
  )
  expect(version && text.slice(version.value.start, version.value.end)).toBe('"1"')
  expect(version && text.slice(version.nameStart, version.nameEnd)).toBe('__version__')
})

test.for([
  '# __executor_id__ = rye/core\n',
  '# __executor_id__ = $(id)\n',
  '# CONFIG = {"a":\nls\n',
  '# __version__ =\n',
])('R2.8: a metadata line without a valid literal causes a warning: %j', (text) => {
  for (const dialect of Object.values(dialects)) {
    const { fields: found, diagnostics } = readMetadata('t.sh', text, dialect, everyPart)
    expect(found.size).toBe(0)
    expect(diagnostics).toMatchObject([{ code: 'metadata-not-literal', at: { start: 2 } }])
  }
})

test.for(['# a = [1,\n', '# a = """\n', "# a = '''x'''\n# b = ''' 1 2\n", '# a = (\n', '#\n'])(
  'R2.8: a long header of %j takes little work',
  (line) => {
    const { effort } = withEffort(() => readShellHeader(line.repeat(20_000), everyPart))
    expect(effort).toBeLessThan(2_000)
  },
)

const at = (name: string): string => `/project/.ai/tools/${name}`

const primitive = 'rye/core/primitives/execute'

test.for([
  { header: '# __executor_id__ = "r" ', chain: ['t', 'r', primitive] },
  { header: "#\t__executor_id__ = 'r'", chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = ("r")', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = """r"""', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = "x"\n# __executor_id__ = "r"', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ == "r"', chain: ['t'] },
  { header: 'true # __executor_id__ = "r"', chain: ['t'] },
])('R2.8: with the header $header the chain of a script is $chain', ({ header, chain }) => {
  const files = {
    [at('t.sh')]: `#!/bin/bash\n${header}\necho\n`,
    [at('r.yaml')]: `executor_id: ${primitive}\nconfig: {command: bash, args: ["{tool_path}"]}\n`,
  }
  expect(analyzeFiles(files).chain.map(({ item_id }) => item_id)).toEqual(chain)
})
