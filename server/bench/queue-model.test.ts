import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { simulateFleet } from './queue-model.ts'

// Compares the simulation behind the plan in server/SCALING.md with the measurements on that page, and the plan with
// the simulation.

const page = readFileSync(join(import.meta.dirname, '../SCALING.md'), 'utf8')
/** The numbers in the rows of a table, which is found by the start of its header. */
function rowsOf(head: string): readonly (readonly number[])[] {
  const [, table = ''] = page.split(`| ${head}`)
  const lines = table.split('\n').slice(2)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => Number(cell.replaceAll(',', ''))),
  )
}
const base = { thinkMs: 0, processors: 2, lostOfThousand: 0, leaseMs: 4000, runs: 2000, seed: 1 }

test('the same seed gives the same prediction, and another seed a different one', () => {
  const model = { ...base, people: 16, slots: 4, runMs: 50, busyPart: 0.5 }
  expect(simulateFleet(model)).toEqual(simulateFleet(model))
  expect(simulateFleet({ ...model, seed: 2 })).not.toEqual(simulateFleet(model))
})

test('the simulation agrees with results that are known without it', () => {
  // One slot and no pauses: runs follow each other, and all other users wait.
  const one = simulateFleet({ ...base, people: 10, slots: 1, runMs: 100, busyPart: 0.1 })
  expect(one.runsPerSecond).toBeCloseTo(10, 0)
  expect(one.waitP95Ms).toBeGreaterThan(800)
  // More slots than users: all waits are 0.
  expect(simulateFleet({ ...base, people: 5, slots: 8, runMs: 100, busyPart: 0.1 }).waitP95Ms).toBe(0)
  // More slots than processors do not speed up runs that need a processor all the time.
  const [two, eight] = [2, 8].map((slots) => simulateFleet({ ...base, people: 16, slots, runMs: 100, busyPart: 1 }))
  expect(Math.abs((two?.runsPerSecond ?? 0) - (eight?.runsPerSecond ?? 0))).toBeLessThan(2)
})

test('with 20 lost workers per 1,000 runs, the predicted rate falls below half', () => {
  const model = { ...base, people: 8, slots: 4, runMs: 50, busyPart: 0.2 }
  const lossy = simulateFleet({ ...model, lostOfThousand: 20 })
  expect(lossy.runsPerSecond).toBeLessThan(simulateFleet(model).runsPerSecond / 2)
})

test('the model predicts the other rates and all waits from the rate of one worker', () => {
  const measured = rowsOf('workers')
  const [[, single = Number.NaN] = []] = measured
  expect(measured.map(([workers]) => workers)).toEqual([1, 2, 4])
  const off = (said: number, seen: number): number => Math.abs(said / seen - 1)
  for (const [slots = 0, rate = Number.NaN, wait = Number.NaN, processors = Number.NaN] of measured) {
    const said = simulateFleet({ ...base, people: 16, slots, processors, runMs: 1000 / single, busyPart: 1 })
    expect(off(said.runsPerSecond, rate)).toBeLessThan(1 / 20)
    expect(off(said.waitP95Ms, wait)).toBeLessThan(1 / 8)
  }
})

test('the capacity plan of the page matches the simulation', () => {
  const plan = rowsOf('people')
  expect(plan.map(([people]) => people)).toEqual([100, 1000, 10_000])
  for (const [people = 0, slots = 0, rate = 0, wait = 0] of plan) {
    const said = simulateFleet({
      ...base,
      people,
      slots,
      processors: slots,
      thinkMs: 30_000,
      runMs: 500,
      busyPart: 1,
      lostOfThousand: 1,
      runs: people * 5,
    })
    expect(Math.round(said.runsPerSecond)).toBe(rate)
    expect(Math.round(said.waitP95Ms)).toBe(wait)
  }
})
