/** A program that runs on the machine and in the simulation. */
export interface Program {
  readonly name: string
  readonly command: 'python3' | 'node' | 'bash'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Files in the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Whether stderr must also be equal. */
  readonly stderr?: boolean
}
