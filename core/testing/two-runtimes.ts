import { workspace } from './workspace.ts'

/** Two tools with separate runtimes, a tool without a runtime, a library, and a file outside `.ai`. */
export const twoRuntimes = workspace`
  === project/tools/demo/t.yaml
  executor_id: rt/py
  === project/tools/demo/u.yaml
  executor_id: rt/sh
  === project/tools/other/alone.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls}
  === user/tools/other/none.yaml
  === /project/docs/old.py
  === system/tools/rt/py.yaml
  executor_id: rye/core/primitives/execute
  config: {command: python3}
  === system/tools/rt/sh.yaml
  executor_id: rye/core/primitives/execute
  config: {command: sh}
`
/** The source of a runtime that runs a command. */
export const runtime = (command: string): string =>
  `executor_id: rye/core/primitives/execute\nconfig: {command: ${command}}\n`
/** The path of the tool that uses the first runtime. */
export const toolPath = '/project/.ai/tools/demo/t.yaml'
