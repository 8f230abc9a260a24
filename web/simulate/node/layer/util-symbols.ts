/** Where a callback gives several values, their names: `util.promisify` makes an object of them. */
export const argumentNames = Symbol('customPromisifyArgs')
