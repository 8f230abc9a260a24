/** `node:url` with what it had before there was the class URL, and `node:querystring`. */
export { querystring } from '../node/querystring.ts'
export { urlModule } from '../node/url-legacy.ts'
