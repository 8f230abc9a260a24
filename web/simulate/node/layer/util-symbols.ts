/** The names of a callback's values, if there are several: `util.promisify` makes an object of them. */
export const argumentNames = Symbol('customPromisifyArgs')
