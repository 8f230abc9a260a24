import { jsonParts, type JsonValue } from '#core/read'
import { pointerTo } from '#core/text'

/**
 * The parts of a value that have different origins, each with its JSON pointer. A value without such parts is one part.
 */
export function partsOf(
  pointer: string,
  value: JsonValue,
  known: (pointer: string) => boolean,
): readonly (readonly [pointer: string, value: JsonValue])[] {
  const json = jsonParts(value)
  const inside =
    json.kind === 'mapping'
      ? json.entries
      : json.kind === 'list'
        ? json.items.map((item, at) => [at, item] as const)
        : []
  const parts = inside.map(([name, item]) => [pointerTo(pointer, name), item] as const)
  const whole = parts.length === 0 || (known(pointer) && !parts.some(([part]) => known(part)))
  return whole ? [[pointer, value]] : parts.flatMap(([part, item]) => partsOf(part, item, known))
}
