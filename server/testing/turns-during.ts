/** How often others have their turn while something works. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const other = (): void => {
    turns++
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  await work
  isDone = true
  return turns
}
