import type { Facts } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

/** Prose for the environment (R6) and the anchor (R7). */
export const environmentProse = {
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
  'interpreter-not-found': ({ var: name, tried }) => ({
    message: `No interpreter for ${name} was found at ${listed(tried, 'or')}, and there is no fallback.`,
    hint: 'Add a fallback, or install the interpreter.',
  }),
  'program-not-asked': ({ var: name, program }) => ({
    message: `${quoted(program)} was not run to find ${name}, because an analysis does not start programs. The run can use a different interpreter.`,
    hint: "Run the tool from a local server's page: the server runs the program in its sandbox. Or add the output of the program to `programs` in a world file (`--world FILE`).",
  }),
  'env-variable-unknown': ({ name, variable }) => ({
    message: `${name} uses ${variable}, which is not set and therefore empty.`,
    hint: `Set ${variable} in .env, or add a default: \${${variable}:-value}.`,
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
