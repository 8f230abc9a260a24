import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { bindInterpreter, programAnswer, type InterpreterRow } from '../../testing/interpreter.ts'

// R6.3: an analysis does not start a program, and names the program whose output is missing.

const asked: readonly (InterpreterRow & { readonly program: string })[] = [
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
    expect(notAsked(bindInterpreter({ ...row, interpreter }))).toMatchObject([
      { severity: 'hint', facts: { var: 'P', program } },
    ])
    const argv = program.includes("'") ? ['uv', 'a b'] : program.split(' ')
    for (const answered of [programAnswer(argv, '', 1), programAnswer(argv, ''), programAnswer(argv, '/opt/p')])
      expect(notAsked(bindInterpreter({ ...row, interpreter, programs: [answered] }))).toEqual([])
  }
})

test.for([
  { interpreter: '{type: system_binary, var: P, binary: node}', why: 'the search uses the PATH' },
  { interpreter: '{type: command, var: P, resolve_cmd: []}', why: 'the command is empty' },
  { interpreter: '{type: command, var: P, resolve_cmd: [5]}', why: 'the command is not a list of strings' },
])('R6.3: $interpreter has no hint about a program that was not run: $why', ({ interpreter }) => {
  const codes = bindInterpreter({ dialect: 'lillux', interpreter }).diagnostics.map(({ code }) => code)
  expect(codes).not.toContain('program-not-asked')
})
