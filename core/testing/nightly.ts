/** Whether `npm run nightly` runs the tests, with all inputs. */
export const isNightly = process.env['RYE_NIGHTLY'] !== undefined

/** Every n-th input of a test, starting with the first; all inputs in the nightly run. */
export function everyNth<T>(all: readonly T[], step: number): readonly T[] {
  return isNightly ? all : all.filter((_, index) => index % step === 0)
}
