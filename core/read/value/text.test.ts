import { expect, test } from 'vitest'
import { pyRepr, pyStr } from './text.ts'
import { PyBytes, PyComplex, PyDate, PyEllipsis, PyFloat, PySet, PyTuple, pyFloat, type Value } from './value.ts'

// The expected strings are those of CPython 3.11.

test.for<[Value, string]>([
  [null, 'None'],
  [true, 'True'],
  [-7, '-7'],
  [2n ** 70n, '1180591620717411303424'],
  [new PyEllipsis(), 'Ellipsis'],
  [[], '[]'],
  [[1, 'a', [null]], "[1, 'a', [None]]"],
  [new PyTuple([]), '()'],
  [new PyTuple([1]), '(1,)'],
  [new PyTuple([1, 'x']), "(1, 'x')"],
  [new PySet([]), 'set()'],
  [new PySet([1, 2]), '{1, 2}'],
  [new Map<Value, Value>(), '{}'],
  [
    new Map<Value, Value>([
      ['a', 1],
      [2, true],
    ]),
    "{'a': 1, 2: True}",
  ],
  [new PyComplex(1, 2), '(1+2j)'],
  [new PyComplex(0, -1.5), '-1.5j'],
  [new PyComplex(-0, 1), '(-0+1j)'],
  [new PyComplex(8, -2), '(8-2j)'],
  [new PyBytes(Uint8Array.of(0, 10, 39, 65, 92, 255)), 'b"\\x00\\n\'A\\\\\\xff"'],
  [new PyDate('date', '2020-01-01'), 'datetime.date(2020, 1, 1)'],
  [new PyDate('datetime', '2020-01-01T10:00:00'), 'datetime.datetime(2020, 1, 1, 10, 0)'],
  [
    new PyDate('datetime', '2020-01-01T10:00:00.500000+00:00'),
    'datetime.datetime(2020, 1, 1, 10, 0, 0, 500000, tzinfo=datetime.timezone.utc)',
  ],
  [
    new PyDate('datetime', '2020-01-01T10:00:01-05:30'),
    'datetime.datetime(2020, 1, 1, 10, 0, 1, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=66600)))',
  ],
])('R9.4 repr of %s is %s', ([value, text]) => {
  expect(pyRepr(value)).toBe(text)
})

test.for([
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  ['"both\'', "'\"both\\''"],
  ['\\ \t \n \r', "'\\\\ \\t \\n \\r'"],
  ['\x00\x1b\x7f', "'\\x00\\x1b\\x7f'"],
  ['é漢😀', "'é漢😀'"],
  ['\xa0\xad', "'\\xa0\\xad'"],
  ['\u200b\u2028\ufeff', "'\\u200b\\u2028\\ufeff'"],
  ['\ud800', "'\\ud800'"],
  ['\u{e0001}', "'\\U000e0001'"],
] as const)('R9.4 repr of the text %j is %s', ([text, expected]) => {
  expect(pyRepr(text)).toBe(expected)
})

test.for([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [0.1, '0.1'],
  [1e16, '1e+16'],
  [123456789012345680, '1.2345678901234568e+17'],
  [1e15, '1000000000000000.0'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.5e-7, '1.5e-07'],
  [1e22, '1e+22'],
  [5e-324, '5e-324'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [Infinity, 'inf'],
  [-Infinity, '-inf'],
  [NaN, 'nan'],
] as const)('R9.4 repr of the float %d is %s', ([number, expected]) => {
  expect(pyRepr(pyFloat(number))).toBe(expected)
})

test('R9.4 str differs from repr for strings and dates, and only outside containers', () => {
  const date = new PyDate('datetime', '2020-01-01T10:00:00+02:00')
  expect(pyStr('a\n')).toBe('a\n')
  expect(pyStr(date)).toBe('2020-01-01 10:00:00+02:00')
  expect(pyStr(['a'])).toBe("['a']")
  expect(pyStr(new PyFloat(1))).toBe('1.0')
})
