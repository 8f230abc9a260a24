import { expect, test } from 'vitest'
import { simulateBash } from '../testing/simulate-bash.ts'

test.for([
  { line: 'echo before; kill $$; echo after', code: 'SIGTERM', stdout: 'before\n' },
  { line: 'kill -9 $$; echo after', code: 'SIGKILL', stdout: '' },
  { line: 'kill -KILL $$', code: 'SIGKILL', stdout: '' },
  { line: 'kill -SIGABRT $$', code: 'SIGABRT', stdout: '' },
  { line: 'kill -s HUP $$', code: 'SIGHUP', stdout: '' },
  { line: 'kill -n 2 $$', code: 'SIGINT', stdout: '' },
  { line: 'f() { kill -USR1 "$$"; }; f; echo after', code: 'SIGUSR1', stdout: '' },
  { line: '(kill $$); echo after', code: 'SIGTERM', stdout: '' },
  { line: 'kill -0 $$ && echo alive', code: 0, stdout: 'alive\n' },
  { line: 'kill -CONT $$; kill -s WINCH $$; echo alive', code: 0, stdout: 'alive\n' },
  { line: 'kill -l 9 143', code: 0, stdout: 'KILL\nTERM\n' },
])('a shell that kills itself ends with the signal: $line', async ({ line, code, stdout }) => {
  expect(await simulateBash(line)).toMatchObject({ code, stdout })
})
