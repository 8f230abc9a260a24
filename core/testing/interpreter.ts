import type { Analysis } from '../answer/analysis.ts'
import type { DialectName } from '../rules/dialect.ts'
import type { ProgramAnswer, World } from '../workspace/workspace-settings.ts'
import { open, testSettings } from './workspace.ts'

const primitives = {
  kiwi: 'subprocess',
  lilux: 'rye/core/primitives/subprocess',
  lillux: 'rye/core/primitives/execute',
}

/** An interpreter setting and the machine that it is resolved on. */
export interface InterpreterRow {
  readonly dialect: DialectName
  readonly interpreter: string
  /** Existing binaries. */
  readonly files?: readonly string[]
  readonly programs?: readonly ProgramAnswer[]
  readonly environ?: Readonly<Record<string, string>>
}

/** Resolves a single interpreter, set by the tool's own `env_config`, in a small world. */
export function bindInterpreter({
  dialect,
  interpreter,
  files = [],
  programs = [],
  environ = {},
}: InterpreterRow): Analysis {
  const primitive = primitives[dialect]
  const world: World = {
    ...testSettings.world,
    environ: { ...testSettings.world.environ, ...environ },
    files: [...files],
    programs: [...programs],
  }
  const here = {
    '/system/.ai/tools/subprocess.yaml': 'version: "1"\n',
    '/project/.ai/tools/t.yaml': `executor_id: ${primitive}\nconfig: {command: ls}\nenv_config: {interpreter: ${interpreter}}\n`,
  }
  return open({ files: here }, { dialect, world }).analyze('t')
}

/** The answer of a program in a test world. */
export const programAnswer = (argv: readonly string[], stdout: string, return_code = 0): ProgramAnswer => ({
  argv,
  stdout,
  return_code,
})
