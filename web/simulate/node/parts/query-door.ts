import { querystring } from '../layer/querystring.ts'

/** The query module for the legacy `url` package, with the functions of `node:querystring`. */
export const parse = (text: string): object => querystring.parse(text)
export const stringify = (fields: object): string => querystring.stringify(fields)
