/** `node:url` with what it had before there was the class URL, and `node:querystring`. */
export { querystring } from '../layer/querystring.ts'
export { urlModule } from '../layer/url-legacy.ts'
