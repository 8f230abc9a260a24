import { limitsWith } from '../sandbox/limits.ts'
import { openSandbox } from '../sandbox/probe.ts'
import { runProcess } from '../sandbox/subprocess.ts'

// A process that runs a tool until it is killed: the sweep test kills it.
const [runDir = '', word = '', level = 'full'] = process.argv.slice(2)
const settings = {
  limits: limitsWith({}),
  firstUser: 400_000,
  useCgroups: true,
  needsGroups: false,
  expose: [],
  spares: 1,
}
const { sandbox } = await openSandbox(runDir, settings, [level === 'reduced' ? 'reduced' : 'full'])
const script = `(setsid sh -c 'sleep 300; : ${word}' &) ; echo up; sleep 300; : ${word}`
await runProcess(sandbox, {
  plan: {
    primitive: 'execute',
    command: 'sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: null,
    input: null,
    timeout: 300,
  },
  files: [{ path: '/project/secret.txt', bytes: Buffer.from('secret') }],
  signal: new AbortController().signal,
  onOutput: () => process.stdout.write(`up ${sandbox.level}\n`),
})
