import { signedKindOf, takesSignature } from '../rules/signing.ts'
import type { Facts, SignedRole } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

/** The names of signed files in messages, by their role. */
export const signedRoles: Readonly<Record<SignedRole, string>> = {
  element: 'an element of the chain',
  dependency: 'a dependency',
  config: 'a tool config',
  key: 'a key file',
}

/** The prose that most drafts need, so it is loaded with the engine. */
export const draftProse = {
  'signature-missing': ({ path, role }) => ({
    message: `${path}, ${signedRoles[role]}, is not signed.`,
    hint: takesSignature(path, signedKindOf(path) ?? 'tool')
      ? 'Sign the file. Only dev mode accepts unsigned files.'
      : 'The file format has no comments, so it cannot contain a signature. Write the file in YAML. Only dev mode accepts unsigned files.',
  }),
  'interpreter-fallback': ({ var: name, fallback, tried }) => ({
    message: `${name} falls back to ${quoted(fallback)}: no interpreter was found at ${listed(tried, 'or')}.`,
    hint: 'No action is needed if the fallback is on the PATH where the tool runs.',
  }),
  'interpreter-fallback-missing': ({ var: name, fallback, tried, searched }) => ({
    message: `${name} falls back to ${quoted(fallback)}, which is not on this machine: it is not at ${listed(searched, 'or')}${
      tried.length > 0 ? `, and no interpreter was found at ${listed(tried, 'or')}` : ''
    }.`,
    hint: `Install ${quoted(fallback)}, or name an installed program as the fallback.`,
  }),
  'anchor-inactive': ({ because }) => ({
    message: `Dependencies are not verified, because the anchor is not active: ${inactiveAnchors[because] ?? because}.`,
    hint: 'Enable the anchor, then either put a marker file next to the tool or set the mode to "always".',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

const inactiveAnchors: Readonly<Record<string, string>> = {
  disabled: 'it is not enabled',
  'mode-never': 'its mode is "never"',
  'no-marker': 'none of its marker files is next to the tool',
}
