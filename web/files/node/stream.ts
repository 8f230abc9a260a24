/** memfs derives its stream classes from these when it loads; the page reads and writes whole files only. */
export function Readable(): void {}

/** See `Readable`. */
export function Writable(): void {}

export default { Readable, Writable }
