import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('a limited number of calls run concurrently, others follow in order, and a failed call frees its slot', async () => {
  const slots = new Slots(2)
  const going: number[] = []
  const ends: ((fails: boolean) => void)[] = []
  const all = [0, 1, 2, 3, 4].map((number) =>
    slots
      .with(() => {
        going.push(number)
        return new Promise<void>((resolve, reject) => {
          ends[number] = (fails) => (fails ? reject(new Error('failed')) : resolve())
        })
      })
      .catch(() => 'failed'),
  )
  await settle()
  expect(going).toEqual([0, 1])
  ends[1]?.(true)
  await settle()
  expect(going).toEqual([0, 1, 2])
  ends[0]?.(false)
  ends[2]?.(false)
  await settle()
  expect(going).toEqual([0, 1, 2, 3, 4])
  ends[3]?.(false)
  ends[4]?.(false)
  expect(await Promise.all(all)).toEqual([undefined, 'failed', undefined, undefined, undefined])
  // A slot that was passed on is not also released.
  for (const number of [5, 6, 7]) void slots.with(() => new Promise(() => void going.push(number)))
  await settle()
  expect(going.slice(5)).toEqual([5, 6])
})
