/** Why a YAML text cannot be read, and where. Thrown inside this folder only; `readYaml` turns it into a diagnostic. */
export class YamlProblem extends Error {
  readonly start: number
  readonly end: number
  /** The engine's own limit that was hit, where the text itself is not to blame. */
  readonly limit: { readonly name: string; readonly most: number } | undefined

  constructor(message: string, start: number, end: number, limit?: { readonly name: string; readonly most: number }) {
    super(message)
    this.start = start
    this.end = end
    this.limit = limit
  }
}
