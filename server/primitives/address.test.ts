import { expect, test } from 'vitest'
import { isPublicAddress } from './address.ts'

test.for([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...[
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
  ],
  ...['::1', '::', '::7f00:1', '::127.0.0.1', '::a00:1', '::ffff:10.0.0.1', '::ffff:a83f:8110', 'fe80::1', 'fec0::1'],
  ...['fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '100::1'],
  ...['2001:db8::1', '4000::1', 'localhost', ''],
])('the address "%s" is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.for(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
  'the address "%s" is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
