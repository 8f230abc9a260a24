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
  { line: 'kill -s HUP || echo refused', code: 0, stdout: 'refused\n' },
  { line: 'kill 99999; echo $?', code: 0, stdout: '1\n' },
  { line: 'sleep 0 & kill $!; echo $?', code: 0, stdout: '0\n' },
  { line: 'kill -l 9 143', code: 0, stdout: 'KILL\nTERM\n' },
])('kill ends the simulated shell with the signal, or has no effect: $line', async ({ line, code, stdout }) => {
  expect(await simulateBash(line)).toMatchObject({ code, stdout })
})
