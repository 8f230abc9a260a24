/** Whether this is `npm run nightly`, which tries all inputs. */
export const isNightly = process.env['RYE_NIGHTLY'] !== undefined

/** Every so many of the inputs to one test, from the first on; all of them at night. */
export function everyNth<T>(all: readonly T[], step: number): readonly T[] {
  return isNightly ? all : all.filter((_, index) => index % step === 0)
}
