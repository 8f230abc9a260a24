import { expect, test } from 'vitest'
import { plain } from '../located.ts'
import type { Located } from '../located.ts'
import { pyRepr } from '../value/text.ts'
import type { PythonModule } from './module.ts'
import { everyPart } from '../../pure-host.ts'
import { parsePython } from './parse.ts'

function moduleOf(source: string): PythonModule {
  const parse = parsePython(source, everyPart)
  if (parse.kind !== 'parsed') throw new Error(`${JSON.stringify(parse)}: ${source}`)
  return parse.module
}

function valueOf(source: string): Located {
  const value = moduleOf(source).literals.at(-1)?.value
  if (value === undefined) throw new Error(`no literal: ${source}`)
  return value
}

// The expected values are those of CPython's `ast.literal_eval`.
test.for([
  ['"a"', "'a'"],
  ['"a" \'b\' """c"""', "'abc'"],
  ['(  # why\n  "a"\n  "b"\n)', "'ab'"],
  ['r"\\n" "\\n"', "'\\\\n\\n'"],
  ['"\\x41\\u0042\\U00000043\\104\\d"', "'ABCD\\\\d'"],
  ['"\\N{BULLET}\\N{latin small letter q}"', "'•q'"],
  ['"a\\\nb"', "'ab'"],
  ['b"\\xff" rb"\\x"', "b'\\xff\\\\x'"],
  ['u"é"', "'é'"],
  ['0x_ff', '255'],
  ['1_000', '1000'],
  ['9007199254740993', '9007199254740993'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1e400', 'inf'],
  ['1.', '1.0'],
  ['+(2.5)', '2.5'],
  ['-1 - 2j', '(-1-2j)'],
  ['1,', '(1,)'],
  ['()', '()'],
  ['[1, (2, [3]), {4}, set(), ...]', '[1, (2, [3]), {4}, set(), Ellipsis]'],
  ['{"a": 1, "b": {"c": [None, True]}, "a": 2}', "{'a': 2, 'b': {'c': [None, True]}}"],
  ['{1: "a", 1.0: "b", True: "c"}', "{1: 'c'}"],
  ['{1, True, 1.0}', '{1}'],
  ['{(1, "a"): 1, (1.0, "a"): 2}', "{(1, 'a'): 2}"],
  ['{"__proto__": 1, "constructor": 2}', "{'__proto__': 1, 'constructor': 2}"],
] as const)('R2.1: %s is the literal %s', ([source, repr]) => {
  expect(pyRepr(plain(valueOf(`x = ${source}\n`)))).toBe(repr)
})

test.for([
  'y',
  'str(1)',
  'f"a"',
  '"a" f"b"',
  '"a" + "b"',
  '"a" % b',
  '1 + 2',
  '--1',
  '-True',
  '~1',
  '1j + 2',
  '1 + 2j + 3j',
  '[i for i in y]',
  '[*y]',
  '{**y}',
  '{[1]: 2}',
  '{(1, [2]): 3}',
  '{{1}}',
  '{"a": 1}["a"]',
  'set([])',
  'lambda: 1',
  '1 if y else 2',
  'not 1',
  '1 < 2',
  'yield',
  'await y',
])('R2.1: %s is not a literal, and the name is recorded as ignored', (source) => {
  const { literals, ignored } = moduleOf(`x = ${source}\n`)
  expect(literals).toEqual([])
  expect(ignored).toEqual([{ name: 'x', nameStart: 0, nameEnd: 1, because: 'not-literal' }])
})

test.for([
  ['x: int = 1', [['x', 'annotated']]],
  ['x: int', []],
  ['x = y = 1', [['y', 'chained'], ['x', 'chained']]], // prettier-ignore
  ['x += 1', [['x', 'augmented']]],
  ['x, (y, *z) = 1, 2', [['x', 'unpacked'], ['y', 'unpacked'], ['z', 'unpacked']]], // prettier-ignore
  ['if a:\n  x = 1\nelse: y = 2', [['x', 'nested'], ['y', 'nested']]], // prettier-ignore
  ['try:\n  x = 1\nexcept E:\n  pass', [['x', 'nested']]],
  ['for a in b: x = 1', [['x', 'nested']]],
  ['with a as b: x: int = 1', [['x', 'nested']]],
  ['match a:\n  case 1: x = 1', [['x', 'nested']]],
  ['import x, a.b, c as y', [['x', 'imported'], ['y', 'imported']]], // prettier-ignore
  ['from a import x, b as y', [['x', 'imported'], ['y', 'imported']]], // prettier-ignore
  ['def f(): x = 1', []],
  ['class A:\n  x = 1', []],
  ['a.x = 1; a["x"] = 2; globals()["x"] = 3', []],
] as const)('R2.1: %s binds no metadata', ([source, ignored]) => {
  const module = moduleOf(source)
  expect(module.literals).toEqual([])
  expect(module.ignored.map(({ name, because }) => [name, because])).toEqual(ignored)
})

test('R2.1: every literal assignment is listed in source order', () => {
  const { literals } = moduleOf('x = 1; (x) = 2\nx = y\nx = 3\nﬁ = 4\n')
  expect(literals.map(({ name, nameStart, value }) => [name, nameStart, plain(value)])).toEqual([
    ['x', 0, 1],
    ['x', 8, 2],
    ['x', 21, 3],
    ['fi', 27, 4],
  ])
})

test('R2.5: values, keys and contents have the places of their text', () => {
  const source = 'é = "😀"\nCONFIG = {\n  "a" "b": ["c", r"\\d", "\\n", "d" "e"],\n  "k": (1 + 2j),\n}\n'
  const cut = (place: { readonly start: number; readonly end: number }) => source.slice(place.start, place.end)
  const dict = valueOf(source)
  if (dict.kind !== 'dict') throw new Error('no dict')
  expect(cut(dict)).toBe(source.slice(source.indexOf('{'), -1))
  const entries = [...dict.entries]
  expect(entries.map(([key, entry]) => [key, source.slice(entry.keyStart, entry.keyEnd), cut(entry.value)])).toEqual([
    ['ab', '"a" "b"', '["c", r"\\d", "\\n", "d" "e"]'],
    ['k', '"k"', '1 + 2j'],
  ])
  const list = entries[0]?.[1].value
  if (list?.kind !== 'list') throw new Error('no list')
  const spelled = list.items.map(
    (item) => item.kind === 'scalar' && item.text >= 0 && source.slice(item.text, item.end),
  )
  expect(spelled).toEqual(['c"', '\\d"', false, false])
})

test('R2.5: the place of a duplicate key is that of the last one', () => {
  const dict = valueOf('x = {"a": 1, "a": 2}')
  expect(dict.kind === 'dict' && dict.entries.get('a')?.keyStart).toBe(13)
})

test.for([
  ['"""Doc."""\nx = 1', 'Doc.'],
  ['# why\n\n("a"\n "b"); x = 1', 'ab'],
  ["'a'", 'a'],
  ['b"a"', undefined],
  ['f"a"', undefined],
  ['"a",', undefined],
  ['"a".b', undefined],
  ['x = 1\n"a"', undefined],
  ['if x:\n  "a"', undefined],
  ['', undefined],
] as const)('R2.1: the docstring of %j is %j', ([source, doc]) => {
  const { docstring } = moduleOf(source)
  expect(docstring && plain(docstring)).toBe(doc)
})

test('R2.1: carriage returns are newlines, also inside triple quotes', () => {
  expect(pyRepr(plain(valueOf('y = 1\rx = """a\r\nb\rc"""\r\n')))).toBe("'a\\nb\\nc'")
})

// Messages can differ from CPython's, but the places must help a reader.
test.for([
  ['\ufeffx = 1', 0, 1],
  ['x = 1\0', 5, 6],
  ['x = 1\r\ny = "a\r\nb"', 10, 12],
  ['x = 1\r  y = 2', 8, 8],
  ['x = (1,\ny = 2', 4, 5],
  ['x = [1)', 6, 7],
  ['x = 1\nprint "a"', 12, 15],
  ['f() = 1', 0, 3],
  ['x = "abc', 4, 8],
  ['x = "\\x4"', 5, 7],
  ['x = 012', 4, 7],
  ['if x:\ny = 1', 6, 7],
  ['if x:\n\ty = 1\n        z = 1', 21, 21],
  ['f(a=1, b)', 7, 8],
  ['x = f"{a"', 8, 9],
  ['x = {\n  "a": 1\n  "b": 2,\n}', 17, 20],
  ['x = {\n  "a": f"{b}",\n\ny = f"{c}"\n', 4, 5],
  ['x = [1, 2 3]', 10, 11],
  ['x = "a" b"b"', 4, 12],
  ['def f(a=1, b): pass', 12, 13],
] as const)('R2.1: %j is a syntax error at %i to %i', ([source, start, end]) => {
  const parse = parsePython(source, everyPart)
  expect(parse).toMatchObject({ kind: 'syntax-error', error: { start, end } })
  expect(parse.kind === 'syntax-error' && parse.error.message).toMatch(/\w/)
})

test.for([
  { text: '"""Doc"""\n__docstring__ = "assigned"\n', docstring: 'Doc' },
  { text: '__docstring__ = "assigned"\n', docstring: undefined },
])('R2.7: the module docstring of $text is $docstring', ({ text, docstring }) => {
  const parse = parsePython(text, everyPart)
  const found = parse.kind === 'parsed' ? parse.module.docstring : undefined
  expect(found && plain(found)).toBe(docstring)
})

test.for([
  { text: '# first\n\n"""Doc"""\n__docstring__ = "b"\n', docstring: 'Doc' },
  { text: '"a" "b"\n__docstring__ = "c"\n', docstring: 'ab' },
  { text: 'b"a"\n__docstring__ = "c"\n', docstring: undefined },
  { text: 'f"a"\n__docstring__ = "c"\n', docstring: undefined },
  { text: 'x = 1\n"""late"""\n', docstring: undefined },
])('R2.7: the docstring of $text is $docstring', ({ text, docstring }) => {
  const parse = parsePython(text, everyPart)
  const found = parse.kind === 'parsed' ? parse.module.docstring : undefined
  expect(found && plain(found)).toBe(docstring)
})
