import type { Facts } from './facts.ts'
import { signedRoles } from './prose-draft.ts'
import type { ProseFor } from './prose.ts'

/** Prose for signatures and trusted keys (R10), except for missing signatures. */
export const signatureProse = {
  'signature-malformed': ({ path, role }) => ({
    message: `${path}, ${signedRoles[role]}, has a malformed signature line.`,
    hint: 'Remove the line, and sign the file again.',
  }),
  'signature-modified': ({ path, role }) => ({
    message: `${path}, ${signedRoles[role]}, was changed after it was signed.`,
    hint: 'Undo the change, or sign the file again.',
  }),
  'signature-untrusted': ({ path, role, fingerprint }) => ({
    message: `${path}, ${signedRoles[role]}, is signed by the key ${fingerprint}, which is not trusted in any space.`,
    hint: `If you know the owner, trust the key: put its public key into .ai/config/keys/trusted/${fingerprint}.toml.`,
  }),
  'signature-bad': ({ path, role, fingerprint }) => ({
    message: `The signature of ${path}, ${signedRoles[role]}, was not made with the key ${fingerprint} that it names.`,
    hint: 'Sign the file again with the correct key. If you did not expect this problem, do not run the file.',
  }),
  'signature-no-format': ({ path, extension }) => ({
    message: `${path} cannot be signed: ${extension || 'a file without extension'} has no signature format.`,
    hint: 'Use a file extension that supports signatures, such as .py or .yaml.',
  }),
  'key-rejected': ({ path, because }) => ({
    message: `The key file ${path} is not used: ${because}.`,
    hint: 'Correct the key file, or remove it.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>
