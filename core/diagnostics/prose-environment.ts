import type { Facts } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

/** Environment (R6), anchor (R7). */
export const environmentProse = {
  'interpreter-fallback': ({ var: name, fallback, tried }) => ({
    message: `${name} falls back to ${quoted(fallback)}: nothing was found at ${listed(tried)}.`,
    hint: 'Fine if the fallback is on the PATH where the tool runs.',
  }),
  'interpreter-fallback-missing': ({ var: name, fallback, tried, searched }) => ({
    message: `${name} falls back to ${quoted(fallback)}, which this machine does not have: it is not at ${listed(searched)}${
      tried.length > 0 ? `, and nothing was found at ${listed(tried)}` : ''
    }.`,
    hint: `Install ${quoted(fallback)}, or name a fallback that is there.`,
  }),
  'interpreter-not-found': ({ var: name, tried }) => ({
    message: `${name} is given no interpreter: nothing was found at ${listed(tried)}, and there is no fallback.`,
    hint: 'Add a fallback, or install the interpreter.',
  }),
  'program-not-asked': ({ var: name, program }) => ({
    message: `${quoted(program)} was not asked for ${name}: the answer is not known here, so another interpreter may be used.`,
    hint: 'Run the tool from the page of a local server, which asks in its sandbox; or list the answer under `programs` of the world (`--world FILE`).',
  }),
  'env-variable-unknown': ({ name, variable }) => ({
    message: `${name} uses ${variable}, which is not set: it becomes empty.`,
    hint: `Set it in .env, or give a default: \${${variable}:-value}.`,
  }),
  'anchor-inactive': ({ because }) => ({
    message: `The anchor is not active (${inactiveAnchors[because] ?? because}), so dependencies are not verified.`,
    hint: 'Put a marker file beside the tool, or set the mode to always.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

const inactiveAnchors: Readonly<Record<string, string>> = {
  disabled: 'it is not enabled',
  'mode-never': 'its mode is never',
  'no-marker': 'none of its marker files stands beside the tool',
}
