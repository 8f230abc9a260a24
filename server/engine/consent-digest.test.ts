import { expect, test } from 'vitest'
import { consentDigest } from './consent-digest.ts'

const file = (path: string, text: string, mode = 0o644) => ({ path, bytes: Buffer.from(text), mode })
const plan = { digest: 'a'.repeat(64) }
const files = [file('/project/a', '1'), file('/project/b', '2')]
const shown = consentDigest(plan, files)

test('a consent digest covers the plan and the content of all files, in any order', () => {
  expect(shown).toMatch(/^[0-9a-f]{64}$/)
  expect(consentDigest(plan, [files[1]!, files[0]!])).toBe(shown)
})

test.for([
  { name: 'another plan', digest: consentDigest({ digest: 'b'.repeat(64) }, files) },
  { name: 'other code under the same command', digest: consentDigest(plan, [file('/project/a', '0'), files[1]!]) },
  { name: 'an additional file', digest: consentDigest(plan, [...files, file('/project/c', '')]) },
  { name: 'a removed file', digest: consentDigest(plan, files.slice(1)) },
  { name: 'a moved file', digest: consentDigest(plan, [file('/user/a', '1'), files[1]!]) },
  { name: 'an executable file', digest: consentDigest(plan, [file('/project/a', '1', 0o755), files[1]!]) },
])('the consent digest changes with $name', ({ digest }) => {
  expect(digest).not.toBe(shown)
})
