import { signedKindOf, takesSignature } from '../rules/signing.ts'
import type { Facts, SignedRole } from './facts.ts'
import type { ProseFor } from './prose.ts'

const roles: Readonly<Record<SignedRole, string>> = {
  element: 'an element of the chain',
  dependency: 'a dependency',
  config: 'a tool config',
  key: 'a key file',
}

/** Prose for signatures and trusted keys (R10). */
export const signatureProse = {
  'signature-missing': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, is not signed.`,
    hint: takesSignature(path, signedKindOf(path) ?? 'tool')
      ? 'Sign it, or work in dev mode.'
      : 'Its format has no comments for a signature. Write it in YAML, or work in dev mode.',
  }),
  'signature-malformed': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, has a malformed signature line.`,
    hint: 'Remove the line and sign again.',
  }),
  'signature-modified': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, was changed after it was signed.`,
    hint: 'Undo the change, or sign again.',
  }),
  'signature-untrusted': ({ path, role, fingerprint }) => ({
    message: `${path}, ${roles[role]}, is signed by the key ${fingerprint}, which is not trusted in any space.`,
    hint: `If you know the owner, trust the key: put its public key into .ai/config/keys/trusted/${fingerprint}.toml.`,
  }),
  'signature-bad': ({ path, role, fingerprint }) => ({
    message: `The signature of ${path}, ${roles[role]}, was not made with the key ${fingerprint} that it names.`,
    hint: 'Sign again with the right key. If you did not expect this, do not run the file.',
  }),
  'signature-no-format': ({ path, extension }) => ({
    message: `${path} cannot be signed: ${extension || 'a file without extension'} has no signature format.`,
    hint: 'Use a file extension of tools, such as .py or .yaml.',
  }),
  'key-rejected': ({ path, because }) => ({
    message: `The key file ${path} is not used: ${because}.`,
    hint: 'Correct or remove it.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>
