/** Queries as the package of the old `url` asks for them: the Node layer lends its own `querystring`. */
export interface Query {
  parse(text: string): object
  stringify(fields: object): string
}

let lent: Query | undefined

export function lendQuery(query: Query): void {
  lent = query
}

export function parse(text: string): object {
  return lent?.parse(text) ?? {}
}

export function stringify(fields: object): string {
  return lent?.stringify(fields) ?? ''
}
