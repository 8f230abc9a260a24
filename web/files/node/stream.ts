/** memfs extends these classes when it loads. They are empty, because the page only reads and writes whole files. */
export function Readable(): void {}

/** See `Readable`. */
export function Writable(): void {}

export default { Readable, Writable }
