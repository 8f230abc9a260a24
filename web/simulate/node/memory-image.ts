import type { Engine } from './quickjs-boot.ts'

/** The memory of an engine up to its last nonzero word of 32 bits. */
export type MemoryImage = Uint8Array<ArrayBuffer>

/** Copy the memory of an engine that waits for its program. */
export function takeImage({ memory }: Engine): MemoryImage {
  const words = new Uint32Array(memory.buffer)
  let used = words.length
  while (used > 0 && words[used - 1] === 0) used--
  return new Uint8Array(memory.buffer.slice(0, used * 4))
}

/**
 * Replace the memory of an engine with an image. The engine must have run the same steps as the engine of the image, so
 * that the memory after the image is zero in both. The image contains the random seed of its engine, so the Node layer
 * has a separate seed.
 */
export function restoreImage({ memory }: Engine, image: MemoryImage): void {
  if (image.length > memory.buffer.byteLength) throw new Error("the memory image is larger than the engine's memory")
  new Uint8Array(memory.buffer).set(image)
}
