/** A program that runs both on the machine and in the simulation. */
export interface Program {
  readonly name: string
  readonly command: 'python3' | 'node' | 'bash'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Files in the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Whether standard error must be the same too. */
  readonly stderr?: boolean
}
