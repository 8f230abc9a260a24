/** The prefix that `!!` represents. */
export const coreTag = 'tag:yaml.org,2002:'

/** The tags that PyYAML's safe loader supports, two tags that only mark keys, and `yaml`, which it rejects. */
export const tags = {
  null: `${coreTag}null`,
  bool: `${coreTag}bool`,
  int: `${coreTag}int`,
  float: `${coreTag}float`,
  binary: `${coreTag}binary`,
  timestamp: `${coreTag}timestamp`,
  omap: `${coreTag}omap`,
  pairs: `${coreTag}pairs`,
  set: `${coreTag}set`,
  str: `${coreTag}str`,
  seq: `${coreTag}seq`,
  map: `${coreTag}map`,
  merge: `${coreTag}merge`,
  value: `${coreTag}value`,
  yaml: `${coreTag}yaml`,
} as const

const boolean = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/
const float =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
const int =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/
const nothing = /^(?:~|null|Null|NULL)$/
const timestamp =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/

/**
 * The tag of an unquoted scalar in YAML 1.1 as in PyYAML (R2.3): `yes`, `0777` and `1:30` are not strings, but `y`,
 * `1e3` and `0o17` are.
 */
export function implicitTag(text: string): string {
  if (text === '') return tags.null
  const first = text.charCodeAt(0)
  // A scalar with the tag `!` can end in a line break, which the patterns ignore like Python's `$`.
  const line = text.endsWith('\n') ? text.slice(0, -1) : text
  if (first >= 48 && first <= 57) return numberTag(line) ?? (timestamp.test(line) ? tags.timestamp : tags.str)
  switch (first) {
    case 43: // +
    case 45: // -
    case 46: // .
      return numberTag(line) ?? tags.str
    case 126: // ~
      return line === '~' ? tags.null : tags.str
    case 60: // <
      return line === '<<' ? tags.merge : tags.str
    case 61: // =
      return line === '=' ? tags.value : tags.str
    case 33: // !
    case 38: // &
    case 42: // *
      return line.length === 1 ? tags.yaml : tags.str
  }
  if (line.length > 5) return tags.str
  if (boolean.test(line)) return tags.bool
  return nothing.test(line) ? tags.null : tags.str
}

function numberTag(text: string): string | undefined {
  if (float.test(text)) return tags.float
  return int.test(text) ? tags.int : undefined
}
