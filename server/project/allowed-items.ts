import { isDict, isList, type Value } from '#core/read'

/** The items in `mcp: {allow: [ITEM]}` of a project, or the rule that an invalid value breaks. */
export type AllowedItems = { readonly items: readonly string[] } | { readonly must: string }

/** Read the value of the key `mcp`. Commands report its errors before an agent connects. */
export function allowedItems(mcp: Value): AllowedItems {
  const allow = isDict(mcp) && [...mcp.keys()].every((key) => key === 'allow') ? mcp.get('allow') : undefined
  if (!isList(allow) || !allow.every((item) => typeof item === 'string'))
    return { must: '{allow: [ITEM_ID, ...]} without other keys' }
  const odd = allow.find((item) => !isPlainId(item))
  if (odd === undefined) return { items: allow }
  return {
    must: `a list of item IDs as search prints them: ${JSON.stringify(odd.slice(0, 200))} is not an item ID (patterns and folder paths are not supported)`,
  }
}

/** Whether a string can be an item ID: it has no pattern characters, backslashes, or empty, `.` or `..` segments. */
function isPlainId(item: string): boolean {
  return !/[*?\\]/.test(item) && item.split('/').every((part) => !['', '.', '..'].includes(part))
}
