import { expect, test } from 'vitest'
import { smallSnapshot } from '../testing/snapshots.ts'
import { maskOf } from './mask.ts'

test('text outside an analysis shows the secrets of a draft and strings shaped like secrets as fingerprints', () => {
  const mask = maskOf({
    ...smallSnapshot,
    files: { '/project/.env': 'TOKEN="swordfish-4711"\nDEBUG=true\n' },
    parameters: '{"api_key": "from-the-caller", "name": "Ada Lovelace"}',
    world: { environ: { DB_PASSWORD: 'hunter2-hunter2', HOME: '/home/ada' } },
  })
  expect(mask('true: swordfish-4711, swordfish-4711')).toMatch(/^true: (secret:[0-9a-f]{8}), \1$/)
  expect(mask('Ada Lovelace sent from-the-caller')).toMatch(/^Ada Lovelace sent secret:[0-9a-f]{8}$/)
  expect(mask('hunter2-hunter2 in /home/ada')).toMatch(/^secret:[0-9a-f]{8} in \/home\/ada$/)
  expect(mask('AKIAIOSFODNN7EXAMPLE')).toMatch(/^secret:[0-9a-f]{8}$/)
  expect(mask('{"parameters": "are not JSON"}')).toBe('{"parameters": "are not JSON"}')
})
