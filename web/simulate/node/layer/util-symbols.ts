/** The names of a callback's values if there are several. `util.promisify` returns an object with these names. */
export const argumentNames = Symbol('customPromisifyArgs')
