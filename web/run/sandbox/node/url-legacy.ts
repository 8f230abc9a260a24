import { domainToASCII, fileURLToPath, pathToFileURL, URL, urlToHttpOptions } from './url.ts'
import { URLSearchParams } from './url-search-params.ts'

/** `node:url`. */
export const urlModule: Record<string, unknown> = {
  URL,
  URLSearchParams,
  domainToASCII,
  fileURLToPath,
  pathToFileURL,
  urlToHttpOptions,
}
