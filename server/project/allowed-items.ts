import { isDict, isList, type Value } from '#core/read'

/** What `mcp: {allow: [ITEM]}` of a project names, or what it must be instead. */
export type AllowedItems = { readonly items: readonly string[] } | { readonly must: string }

/** Read the value of the key `mcp`: a command says what is wrong with it before an agent meets it. */
export function allowedItems(mcp: Value): AllowedItems {
  const allow = isDict(mcp) && [...mcp.keys()].every((key) => key === 'allow') ? mcp.get('allow') : undefined
  if (!isList(allow) || !allow.every((item) => typeof item === 'string'))
    return { must: '{allow: [ITEM_ID, ...]}, and nothing else' }
  const odd = allow.find((item) => !isPlainId(item))
  if (odd === undefined) return { items: allow }
  return {
    must: `a list of item ids as search tells them: ${JSON.stringify(odd.slice(0, 200))} is no item id, and there are no patterns and no ways through folders`,
  }
}

/** What could be read as more than one item is no id. */
function isPlainId(item: string): boolean {
  return !/[*?\\]/.test(item) && item.split('/').every((part) => !['', '.', '..'].includes(part))
}
