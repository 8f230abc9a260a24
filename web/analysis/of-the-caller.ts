/** Nobody has given parameters to the items of a list, so what is wrong with them is no fault of the file. */
export const ofTheCaller: ReadonlySet<string> = new Set([
  'parameter-invalid',
  'parameters-unreadable',
  'plan-incomplete',
])
