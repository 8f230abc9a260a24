/** A project with any number of tools, in which another part grows with the number of tools. */
export interface GrowingTree {
  readonly name: string
  /** File contents by absolute path. */
  files(tools: number): Readonly<Record<string, string>>
  /** True if each item's own data grows with the number of tools, so the work grows faster than the number of tools. */
  readonly isQuadratic?: true
  /** The maximum growth of work for four times the tools, as a factor. Default: 6. */
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

/** A record of files by path. */
export const files = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries)

/** `count` tools from `t0`, each with its executor. */
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
