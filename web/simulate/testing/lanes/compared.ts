/** A program that is run both for real and simulated. */
export interface Program {
  readonly name: string
  readonly command: 'python3' | 'node' | 'bash'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Files below the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Whether standard error is the same too. */
  readonly stderr?: boolean
}
