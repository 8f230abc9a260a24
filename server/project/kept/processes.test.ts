import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNightly } from '../../../core/testing/nightly.ts'
import { exampleFolder, freshFolder } from '../../testing/directories.ts'
import { changes, now, settling, withPrograms, type Answer } from '../../testing/kept-asking.ts'
import { buildWorker } from '../../testing/worker-bundle.ts'

let program: Awaited<ReturnType<typeof buildWorker>>
beforeAll(async () => void (program = await buildWorker('server/testing/kept-asker.ts')), 120_000)
afterAll(() => program.remove())

/** A process that answers questions. A killed process has no answer, and another one takes its place. */
class Asker {
  #started: { readonly child: ChildProcess; readonly ended: Promise<undefined> } | undefined

  async ask(folder: string, cache: string, killedAfter?: number): Promise<Answer | undefined> {
    const { child, ended } = (this.#started ??= start())
    const answered = new Promise<Answer>((resolve) => child.once('message', (answer) => resolve(answer as Answer)))
    child.send({ folder, cache })
    if (killedAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killedAfter)
    const answer = await Promise.race([answered, ended])
    if (killedAfter !== undefined) this.#started = await ended
    return answer
  }

  close(): void {
    this.#started?.child.kill()
  }
}

function start() {
  const child = fork(program.path, { stdio: 'inherit' })
  return { child, ended: once(child, 'exit').then(() => undefined) }
}

const edits = isNightly ? 10_000 : 200

test(
  'answers from the cache folder equal computed ones after every edit, with two processes at once and kills',
  { timeout: edits * 1_000 },
  async () => {
    const [folder, cache] = [withPrograms(exampleFolder('hello-chain')), join(freshFolder(), 'cache')]
    const askers = [new Asker(), new Asker()] as const
    const step = fc.record({
      change: fc.nat(changes.length - 1),
      number: fc.nat(20),
      waits: fc.boolean(),
      /** Milliseconds after which the first process is killed. */
      killedAfter: fc.option(fc.nat(40), { nil: undefined, freq: 20 }),
    })
    let found = 0
    for (const { change, number, waits, killedAfter } of fc.sample(step, edits)) {
      const [what, make] = changes[change] ?? ['', () => undefined]
      make(folder, number)
      if (waits) await settling()
      const asking = askers.map((asker, at) => asker.ask(folder, cache, at === 0 ? killedAfter : undefined))
      const computed = now(folder)
      for (const answer of [...(await Promise.all(asking)), await askers[1].ask(folder, cache)]) {
        if (answer?.isFound) found++
        if (answer) expect(answer.text, `after ${what}`).toBe(computed)
      }
    }
    for (const asker of askers) asker.close()
    expect(found).toBeGreaterThan(edits / 4)
  },
)
