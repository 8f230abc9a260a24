import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyPart } from '../../pure-host.ts'
import { dialects } from '../../rules/dialect.ts'
import { beginsAsTool } from './first-lines.ts'
import { itemKind } from './metadata.ts'
import { readMetadata } from './read.ts'

const begins = (path: string, text: string) => beginsAsTool(path, text, dialects.lillux)
const kind = (path: string, text: string) => itemKind(readMetadata(path, text, dialects.lillux, everyPart))

test.for<readonly [path: string, text: string]>([
  [
    't.py',
    '"""A tool\nof two lines."""\nimport json, sys\nfrom a.b import c\n\n# note\n__version__ = "1"\n__executor_id__ = "a/b"\n',
  ],
  ['t.py', '__executor_id__ = "a"\nthis is not Python\n'],
  ['t.yaml', '# note\nversion: "1.0"\ntool_type: script\nconfig:\nexecutor_id: a/b\n'],
  ['t.js', "// note\nexport const __version__ = '1'\nconst __executor_id__ = 'a';\n"],
])('R1.7 %s %j is recognized as a tool by its first lines', ([path, text]) => {
  expect([begins(path, text), kind(path, text)]).toEqual([true, 'tool'])
})

test.for([
  ['t.py', 'x = """\n__executor_id__ = "a"\n"""\n'],
  ['t.py', 'x = (1,\n__executor_id__ = "a"\n'],
  ['t.py', '"""a\\"""\n__executor_id__ = "a"\n"""\n'],
  ['t.js', '/*\nconst __executor_id__ = 1\n*/\n'],
  ['t.js', "// \u2028/*\nconst __executor_id__ = 'a'\n*/\n"],
  ['t.yaml', 'text: |\nexecutor_id: a\n'],
  ['t.py', '__tool_type__ = "x"\n__executor_id__ = None\n'],
  ['t.py', '__executor_id__ = "a"\n__tool_type__ = "x"\n__executor_id__ = None\n'],
  ['t.py', '__executor_id__ = "a"\n__tool_type__ = "x"\n__\uff45xecutor_id__ = None\n'],
  ['t.yaml', 'tool_type: x\nexecutor_id: null\n'],
  ['t.yaml', '__executor_id__: null\ntool_type: x\nexecutor_id: a\n'],
  ['t.yaml', 'executor_id: a\ntool_type: x\n"__executor\\x5fid__": null\n'],
  ['t.js', "const __executor_id__ = null;\nconst __tool_type__ = 'x'\n"],
  ['t.yaml', '"\nexecutor_id: a\n"\n'],
  ['t.json', '{"executor_id": "a"}\n'],
  ['t.sh', '# executor_id: a\n'],
] as const)('R1.7 %s %j is not recognized as a tool by its first lines', ([path, text]) => {
  expect(begins(path, text)).toBe(false)
})

test('R1.7 a file that begins like a tool is never a library or data', () => {
  const line = fc.constantFrom(
    '"""', "'''", '"', "'", '\\', '(', '#', '//', '/*', '*/', '\u2028', '\r', '\ufeff', '---', '- a', '|', '', ' x: y',
    'import a, b', '__tool_type__ = "x"', 'tool_type: x', 'executor_id: null', '__executor_id__: null', '__\uff45xecutor_id__ = None', '"executor\\x5fid": null',
    '__version__ = "1"', "const __tool_type__ = 'x'", 'a:', 'a: "b"', 'a: b', 'tool_type: null',
    '__executor_id__ = "a"', '__executor_id__ = None', '__executor_id__ = f()', 'del __executor_id__',
    'executor_id: a', 'executor_id: "a"', 'executor_id: [', "const __executor_id__ = 'a'", 'const __executor_id__ = null;', '+ 1', '.x()',
  ) // prettier-ignore
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '')), { maxLength: 8 })
  const path = fc.constantFrom('t.py', 't.yaml', 't.js', 't.ts')
  fc.assert(
    fc.property(path, text, (at, lines) => {
      const written = lines.flat().join('')
      expect(begins(at, written) && kind(at, written) !== 'tool').toBe(false)
    }),
    { numRuns: Number(process.env['RYE_PROPERTY_RUNS'] ?? 2_000) },
  )
})
