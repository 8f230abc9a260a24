// @ts-expect-error: the package has no types
export { parseArgs } from '@pkgjs/parseargs'
