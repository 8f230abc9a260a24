import { isDict, isList, type Value } from '#core/read'

/** The items in `mcp: {allow: [ITEM]}` of a project, or the rule that an invalid value breaks. */
export type AllowedItems = { readonly items: readonly string[] } | { readonly must: string }

/** Read the value of the key `mcp`. Commands report its errors before an agent connects. */
export function allowedItems(mcp: Value): AllowedItems {
  const allow = isDict(mcp) && [...mcp.keys()].every((key) => key === 'allow') ? mcp.get('allow') : undefined
  if (!isList(allow) || !allow.every((item) => typeof item === 'string'))
    return { must: '{allow: [ITEM_ID, ...]} without other keys' }
  const odd = allow.find((item) => !plainId.test(item))
  if (odd === undefined) return { items: allow }
  return {
    must: `a list of item IDs as search prints them: ${JSON.stringify(odd.slice(0, 200))} is not an item ID (patterns and folder paths are not supported)`,
  }
}

const part = String.raw`(?!\.{1,2}(?:/|$))[^*?\\/]+`

/** A string that can be an item ID: no pattern characters, backslashes, or empty, `.` or `..` segments. */
export const plainIdPattern = `^${part}(?:/${part})*$`
const plainId = new RegExp(plainIdPattern)
