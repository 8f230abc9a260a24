/** memfs extends these classes when it loads. The page only reads and writes whole files, so they are empty. */
export function Readable(): void {}

/** See `Readable`. */
export function Writable(): void {}

export default { Readable, Writable }
