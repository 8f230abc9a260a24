import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { quickJsModule } from '../../build/sandbox.ts'
import { allowDeepCalls } from './deep-calls.ts'
import type { Promising } from './deep-calls.ts'
import { loadQuickJs } from './quickjs-boot.ts'

const sum = '(function sum(n) { return n === 0 ? 0 : n + sum(n - 1) })'

/** What a text gives in an engine whose deep calls may go on on further stacks, or may not. */
async function evaluate(code: string, promising: Promising | undefined): Promise<unknown> {
  const engine = await loadQuickJs(await WebAssembly.compile(new Uint8Array(quickJsModule())), defaultLimits.memory)
  const runtime = engine.quickjs.newRuntime()
  const vm = runtime.newContext()
  allowDeepCalls(engine, runtime, promising)
  return vm.unwrapResult(vm.evalCode(code)).consume((handle) => vm.dump(handle) as unknown)
}

/** Stands for the browser's, which this Node lacks: the calls stay on the one stack, which carries a few more. */
function sameStack(): { readonly promising: Promising; taken(): number } {
  let taken = 0
  const promising: Promising =
    (run) =>
    (...args) => {
      taken++
      run(...args)
      return Promise.resolve()
    }
  return { promising, taken: () => taken }
}

test('calls that are too deep for one stack go on on another, and give what they give', async () => {
  await expect(evaluate(`${sum}(1000)`, undefined)).rejects.toThrow('Maximum call stack size exceeded')
  const { promising, taken } = sameStack()
  expect(await evaluate(`[${sum}(1000), ${sum}(100), ${sum}(1000)]`, promising)).toEqual([500500, 5050, 500500])
  expect(taken()).toBe(4)
})

test('an error comes through all stacks, and the next deep call begins anew', async () => {
  const { promising } = sameStack()
  const code = `const f = (n) => { if (n === 0) throw new Error('deep down'); try { f(n - 1) } finally { seen++ } }
    let seen = 0, said; try { f(900) } catch (error) { said = error.message } [said, seen, ${sum}(1000)]`
  expect(await evaluate(code, promising)).toEqual(['deep down', 900, 500500])
})

test('an engine that stops within a deep call is not asked again', async () => {
  const stops: Promising = () => () => Promise.reject(new Error('unreachable'))
  await expect(evaluate(`${sum}(1000)`, stops)).rejects.toThrow('stopped within a deep call')
})
