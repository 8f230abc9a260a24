import { expect, test } from 'vitest'
import { watchDropped } from './dropped-promises.ts'

test.for([
  { name: 'a bare call', from: 'main()', to: '__hooks.dropped(main())' },
  { name: 'a call with semicolon', from: 'main();', to: '__hooks.dropped(main());' },
  { name: 'a function that calls itself', from: '(async () => {})()', to: '__hooks.dropped((async () => {})())' },
  { name: 'a call inside a call', from: 'a(() => { b() })', to: '__hooks.dropped(a(() => { __hooks.dropped(b()) }))' },
  { name: 'a result that is taken', from: 'const x = main()', to: 'const x = main()' },
  { name: 'an awaited call', from: 'await main()', to: 'await main()' },
  { name: 'a module', from: 'import x from "y"\nx()', to: 'import x from "y"\n__hooks.dropped(x())' },
  { name: 'text that does not parse', from: 'let = = 1', to: 'let = = 1' },
])('$name', ({ from, to }) => {
  expect(watchDropped(from)).toBe(to)
})
