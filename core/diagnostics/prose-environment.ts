import type { Facts } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

/** Prose for the environment (R6), except for fallbacks of interpreters. */
export const environmentProse = {
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
} satisfies Partial<ProseFor<keyof Facts>>
