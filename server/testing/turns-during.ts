/** The number of event loop turns that other tasks get while this work runs. */
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
