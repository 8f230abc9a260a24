import fc from 'fast-check'

const names = ['name', 'a', 'b', 'command', 'args', 'env', 'tool_path', 'params_json', '__proto__', 'timeout', 'cwd']
const snippets = names.flatMap((name) => [`{${name}}`, `\${${name.toUpperCase()}}`, `\${${name.toUpperCase()}:-x}`])
/** Text with valid and malformed templates. */
export const anyText = fc.oneof(
  fc.constantFrom(...snippets, '', ' ', '{', '}', '${', 'a|b', "it's", '{a}{b}', '${A}${B}', '1.2.3', 'python3'),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.array(fc.constantFrom(...snippets), { maxLength: 5 }).map((parts) => parts.join('')),
)
/**
 * Usually the first kind of value, rarely the other. With fewer valid values, nearly every chain would end at its first
 * error.
 */
export const mostly = <T, U>(meant: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 15, arbitrary: meant }, { weight: 1, arbitrary: other })
/** A scalar value. */
export const anyScalar = fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
/** A dictionary key: a known key, or any string. */
export const anyKey = fc.oneof(
  fc.constantFrom(...names, 'extends', 'interpreter', 'path', 'type'),
  fc.string({ maxLength: 5 }),
)
/** A metadata value, nested at most three levels deep. */
export const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(anyKey, tie('value')), { maxLength: 3 })
      .map((entries) => new Object(Object.fromEntries(entries))),
  ),
}))
