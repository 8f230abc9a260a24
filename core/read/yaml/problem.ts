/**
 * The reason why a YAML file cannot be read, and the place. Thrown only inside this folder; `readYaml` converts it to a
 * finding.
 */
export class YamlProblem extends Error {
  readonly start: number
  readonly end: number
  /** The reached limit of the engine; undefined for invalid text. */
  readonly limit: { readonly name: string; readonly most: number } | undefined

  constructor(message: string, start: number, end: number, limit?: { readonly name: string; readonly most: number }) {
    super(message)
    this.start = start
    this.end = end
    this.limit = limit
  }
}
