import { expect, test } from 'vitest'
import { zoneFile } from './zone-files.ts'

/** The offset, summer time and abbreviation that a TZif file contains for a time. */
function at(file: Uint8Array, time: string): readonly [offset: number, isSummer: boolean, short: string] {
  const view = new DataView(file.buffer, file.byteOffset + 44 + 7)
  const [changes, kinds] = [view.getUint32(32), view.getUint32(36)]
  const seconds = BigInt(Date.parse(time) / 1000)
  let kind = 0
  for (let index = 0; index < changes; index++)
    if (view.getBigInt64(44 + index * 8) <= seconds) kind = view.getUint8(44 + changes * 8 + index)
  const start = 44 + changes * 9
  const letters = file.subarray(44 + 7 + start + kinds * 6)
  const short = new TextDecoder().decode(letters.subarray(view.getUint8(start + kind * 6 + 5))).split('\0')[0] ?? ''
  return [view.getInt32(start + kind * 6), view.getUint8(start + kind * 6 + 4) === 1, short]
}

// The offsets are those of the IANA time zone database.
test.for([
  { zone: 'Europe/Paris', time: '2024-03-31T00:59:59Z', offset: 3600, isSummer: false },
  { zone: 'Europe/Paris', time: '2024-03-31T01:00:00Z', offset: 7200, isSummer: true },
  { zone: 'America/New_York', time: '2024-11-03T05:59:59Z', offset: -14400, isSummer: true, short: 'EDT' },
  { zone: 'America/New_York', time: '2024-11-03T06:00:00Z', offset: -18000, isSummer: false, short: 'EST' },
  { zone: 'Asia/Kolkata', time: '2024-06-01T00:00:00Z', offset: 19800, isSummer: false },
  { zone: 'Australia/Lord_Howe', time: '2024-01-01T00:00:00Z', offset: 39600, isSummer: true },
  { zone: 'Pacific/Apia', time: '2011-12-30T09:59:59Z', offset: -36000, isSummer: true },
  { zone: 'Pacific/Apia', time: '2011-12-30T10:00:00Z', offset: 50400, isSummer: true },
  { zone: 'UTC', time: '2050-06-01T00:00:00Z', offset: 0, isSummer: false, short: 'UTC' },
])('the file of $zone contains the offset at $time', ({ zone, time, offset, isSummer, short }) => {
  const file = zoneFile(zone) ?? new Uint8Array()
  const found = at(file, time)
  expect(found).toEqual([offset, isSummer, short ?? found[2]])
})

test('a name that is not a time zone has no file', () => {
  expect(zoneFile('Europe/Nowhere')).toBeUndefined()
  expect(zoneFile('../etc/passwd')).toBeUndefined()
})
