/** `node:url` with its legacy functions, and `node:querystring`. */
export { querystring } from '../layer/querystring.ts'
export { urlModule } from '../layer/url-legacy.ts'
