import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import type { DialectName } from '../../rules/dialect.ts'
import { open, testSettings } from '../../testing/workspace.ts'
import type { ProgramAnswer } from '../../workspace/workspace-settings.ts'

// R6.3: an analysis starts no program, and names the program whose output it lacks.

interface Row {
  readonly dialect: DialectName
  readonly interpreter: string
  readonly programs?: readonly ProgramAnswer[]
}

function bind({ dialect, interpreter, programs = [] }: Row): Analysis {
  const primitive = `rye/core/primitives/${dialect === 'lilux' ? 'subprocess' : 'execute'}`
  const text = `executor_id: ${primitive}\nconfig: {command: ls}\nenv_config: {interpreter: ${interpreter}}\n`
  const world = { ...testSettings.world, programs }
  return open({ files: { '/project/.ai/tools/t.yaml': text } }, { dialect, world }).analyze('t')
}

const answer = (argv: readonly string[], stdout: string, return_code = 0): ProgramAnswer => ({
  argv,
  stdout,
  return_code,
})

const asked: readonly (Row & { readonly program: string })[] = [
  ...['pyenv', 'nvm', 'rbenv'].map((manager) => ({
    dialect: 'lilux' as const,
    interpreter: `type: version_manager, var: P, manager: ${manager}, version: "3"`,
    program: `${manager} which 3`,
  })),
  {
    dialect: 'lilux',
    interpreter: 'type: version_manager, var: P, manager: asdf, version: "20"',
    program: 'asdf which asdf 20',
  },
  { dialect: 'lillux', interpreter: 'type: command, var: P, resolve_cmd: [uv, find]', program: 'uv find' },
  { dialect: 'lillux', interpreter: 'type: command, var: P, resolve_cmd: [uv, "a b"]', program: "uv 'a b'" },
]

test.for(asked)('R6.3: a hint reports that $program was not run for {$interpreter}', ({ program, ...row }) => {
  const notAsked = (run: Analysis) => run.diagnostics.filter(({ code }) => code === 'program-not-asked')
  for (const fallback of ['', ', fallback: last']) {
    const interpreter = `{${row.interpreter}${fallback}}`
    expect(notAsked(bind({ ...row, interpreter }))).toMatchObject([{ severity: 'hint', facts: { var: 'P', program } }])
    const argv = program.includes("'") ? ['uv', 'a b'] : program.split(' ')
    for (const answered of [answer(argv, '', 1), answer(argv, ''), answer(argv, '/opt/p')])
      expect(notAsked(bind({ ...row, interpreter, programs: [answered] }))).toEqual([])
  }
})

test.for([
  { interpreter: '{type: system_binary, var: P, binary: node}', why: 'the PATH answers instead' },
  { interpreter: '{type: command, var: P, resolve_cmd: []}', why: 'there is nothing to ask' },
  { interpreter: '{type: command, var: P, resolve_cmd: [5]}', why: 'there is nothing to ask' },
])('R6.3: $interpreter has no hint about a program that was not run: $why', ({ interpreter }) => {
  const codes = bind({ dialect: 'lillux', interpreter }).diagnostics.map(({ code }) => code)
  expect(codes).not.toContain('program-not-asked')
})
