import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.for([
  { address: 'http://127.0.0.1:7777/', loopback: true },
  { address: 'http://127.1/', loopback: true },
  { address: 'http://LOCALHOST:7777/', loopback: true },
  { address: 'http://rye.localhost/', loopback: true },
  { address: 'http://localhost./', loopback: true },
  { address: 'http://[::1]:7777/', loopback: true },
  { address: 'http://[::ffff:127.0.0.1]/', loopback: true },
  { address: 'https://localhost.example.org/', loopback: false },
  { address: 'https://127.example.org/', loopback: false },
  { address: 'http://192.168.0.7:7777/', loopback: false },
  { address: 'https://rye.example.org/', loopback: false },
])('$address opens only on this computer: $loopback', ({ address, loopback }) => {
  expect(isLoopback(address)).toBe(loopback)
})
