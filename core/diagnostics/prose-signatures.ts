import { signedKindOf, takesSignature } from '../rules/signing.ts'
import type { Facts, SignedRole } from './facts.ts'
import type { ProseFor } from './prose.ts'

const roles: Readonly<Record<SignedRole, string>> = {
  element: 'an element of the chain',
  dependency: 'a dependency',
  config: 'a tool config',
  key: 'a key file',
}

/** Signatures and trusted keys (R10). */
export const signatureProse = {
  'signature-missing': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, is not signed.`,
    hint: takesSignature(path, signedKindOf(path) ?? 'tool')
      ? 'Sign it, or work in dev mode.'
      : 'Its format has no comments, so it can carry no signature: write it in YAML, or work in dev mode.',
  }),
  'signature-malformed': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, has a signature line that does not follow the grammar.`,
    hint: 'Remove the line and sign again.',
  }),
  'signature-modified': ({ path, role }) => ({
    message: `${path}, ${roles[role]}, was changed after it was signed.`,
    hint: 'Undo the change, or sign again.',
  }),
  'signature-untrusted': ({ path, role, fingerprint }) => ({
    message: `${path}, ${roles[role]}, is signed by the key ${fingerprint}, which nobody here trusts.`,
    hint: `Trust it: put its public half into .ai/config/keys/trusted/${fingerprint}.toml.`,
  }),
  'signature-bad': ({ path, role, fingerprint }) => ({
    message: `The signature of ${path}, ${roles[role]}, does not belong to the key ${fingerprint} it names.`,
    hint: 'Sign again with the right key; if you did not expect this, do not run the file.',
  }),
  'signature-no-format': ({ path, extension }) => ({
    message: `${path} cannot be signed: ${extension || 'a file without extension'} has no signature format.`,
    hint: 'Use one of the tool extensions.',
  }),
  'key-rejected': ({ path, because }) => ({
    message: `The key file ${path} is not used: ${because}.`,
    hint: 'Correct or remove it.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>
