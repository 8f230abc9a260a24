import { querystring } from '../layer/querystring.ts'

/** Queries as the package of the old `url` asks for them: they are those of `node:querystring`. */
export const parse = (text: string): object => querystring.parse(text)
export const stringify = (fields: object): string => querystring.stringify(fields)
