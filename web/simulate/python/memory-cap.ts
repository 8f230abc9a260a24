/** The memory limit of the interpreter, and whether it was ever reached. */
export interface MemoryCap {
  limit: number
  refused: boolean
}

/** Refuse memory beyond the limit; called before the interpreter boots. */
export function capMemory(): MemoryCap {
  const cap: MemoryCap = { limit: Infinity, refused: false }
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65536 > cap.limit) {
      cap.refused = true
      throw new RangeError('memory limit reached')
    }
    return grow.call(this, pages)
  }
  return cap
}
