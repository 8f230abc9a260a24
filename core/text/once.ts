/**
 * What follows from an object alone, made when it is first asked for and kept as long as the object lives. Answers that
 * rest on files are kept by `Workspace.remember`; there is no third cache.
 */
export function once<Of extends object, Made extends object, Rest extends readonly unknown[]>(
  make: (of: Of, ...rest: Rest) => Made,
): (of: Of, ...rest: Rest) => Made {
  const known = new WeakMap<Of, Made>()
  return (of, ...rest) => {
    const before = known.get(of)
    if (before) return before
    const made = make(of, ...rest)
    known.set(of, made)
    return made
  }
}
