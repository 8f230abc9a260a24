import { expect } from '@playwright/test'
import { everyNth } from '../../core/testing/nightly.ts'
import { nodeAndBashPrograms } from '../../web/simulate/testing/lanes/compared-node-and-bash.ts'
import { pythonPrograms } from '../../web/simulate/testing/lanes/compared-python.ts'
import { envOf, runReal } from '../../web/simulate/testing/lanes/real.ts'
import { test } from './fixture.ts'

test.describe.configure({ mode: 'default' })

for (const program of everyNth([...pythonPrograms, ...nodeAndBashPrograms], 3)) {
  test(`${program.command}: the simulation of “${program.name}” equals the real run`, async ({ simulate }) => {
    const real = runReal(program)
    const files = Object.fromEntries(
      Object.entries(program.files ?? {}).map(([path, text]) => [`/project/${path}`, text]),
    )
    const { command, args, stdin = '' } = program
    const simulated = await simulate({ command, args, stdin, files, env: envOf(program) })
    expect([simulated.ending, simulated.out], simulated.err).toEqual([real.ending, real.out])
    if (program.stderr === true && real.ending !== 'exited 0') expect(simulated.err).toBe(real.err)
  })
}
