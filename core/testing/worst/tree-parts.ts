/** A project whose size is a number of tools, and in which something else grows with them. */
export interface GrowingTree {
  readonly name: string
  /** Absolute path to text. */
  files(tools: number): Readonly<Record<string, string>>
  /** Each item has as much of its own as there are tools, so the budget of a check ends it. */
  readonly isQuadratic?: true
  /**
   * The largest allowed growth of work for four times the tools, if a bound per item is not reached yet. Default: 6.
   */
  readonly mostGrowth?: number
  /** The environment of the host. */
  readonly environ?: (tools: number) => Readonly<Record<string, string>>
  /** System bundles in addition to `core`. */
  readonly bundles?: (tools: number) => readonly string[]
}

/** The folder of the tools in every tree. */
export const tools = '/project/.ai/tools'
export const primitive = 'rye/core/primitives/execute'
const call = 'command: /bin/sh, args: ["{tool_path}"], input_data: "{params_json}"'

export function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Files by their path. */
export const files = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries)

/** `t0` to `t<n>` over one executor. */
export const toolsOver = (
  count: number,
  executor: (index: number) => string,
  more: (index: number) => string = () => '',
) =>
  times(
    count,
    (index) =>
      [
        `${tools}/many/t${index}.yaml`,
        `version: 1.0.0\ntool_type: script\nexecutor_id: ${executor(index)}\ncategory: many\n${more(index)}`,
      ] as const,
  )

export const runtime = (lines: string, at = 'base'): readonly [string, string] => [
  `${tools}/${at}.yaml`,
  `version: 1.0.0\ntool_type: runtime\nexecutor_id: ${primitive}\ncategory: ""\n${lines}`,
]

export const config = `config: {${call}}\n`
export const anchored = 'anchor: {enabled: true, mode: always, root: tool_dir'
export const overBase = (count: number): readonly (readonly [string, string])[] => toolsOver(count, () => 'base')
