/** What `node:url` had before there was the class URL, from the package that is made from Node's own. */
// @ts-expect-error: the package has no types
export { Url, format, parse, resolve, resolveObject } from 'url/url.js'
// @ts-expect-error: the package has no types
export { toUnicode } from 'punycode/punycode.js'
export { lendQuery } from './query-door.ts'
