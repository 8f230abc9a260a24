/** The memory limit of the interpreter, and whether it was reached. */
export interface MemoryCap {
  limit: number
  refused: boolean
}

/** Refuse memory over the limit. Call this function before the interpreter boots. */
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
