import type { Engine } from './quickjs-boot.ts'

/** The memory of an engine up to its last byte that is not zero. */
export type MemoryImage = Uint8Array<ArrayBuffer>

/** Keep the memory of an engine that waits for its program. */
export function takeImage({ memory }: Engine): MemoryImage {
  const words = new Uint32Array(memory.buffer)
  let used = words.length
  while (used > 0 && words[used - 1] === 0) used--
  return new Uint8Array(memory.buffer.slice(0, used * 4))
}

/**
 * Put an image in the place of the memory of an engine that took the same steps as that of the image: what follows it
 * is zero in both. With the memory comes what the first engine drew as the seed of its random numbers, so the Node layer
 * has its own.
 */
export function restoreImage({ memory }: Engine, image: MemoryImage): void {
  if (image.length > memory.buffer.byteLength)
    throw new Error('the memory image is larger than the memory of the engine')
  new Uint8Array(memory.buffer).set(image)
}
