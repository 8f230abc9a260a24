/** Number of characters to read at both ends of a message that is too long to parse. */
export const edgeLength = 4_096

const id = /"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")/.source
const other = /"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"/.source
const first = new RegExp(`^\\s*\\{\\s*(?:${other}\\s*,\\s*){0,2}${id}`)
const last = new RegExp(`,\\s*${id}\\s*(?:,\\s*${other}\\s*){0,2}\\}\\s*$`)

/**
 * The ID of an oversized JSON-RPC request, found before or after the parameters; otherwise null, as JSON-RPC requires.
 */
export function idOfLong(start: string, end: string): number | string | null {
  const written = (first.exec(start) ?? last.exec(end))?.[1]
  return written === undefined ? null : (JSON.parse(written) as number | string)
}
