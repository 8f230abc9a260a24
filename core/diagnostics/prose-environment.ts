import type { Facts } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

/** Environment (R6), anchor (R7). */
export const environmentProse = {
  'interpreter-type-unknown': ({ type, dialect, known_in }) => ({
    message: `${dialect} knows no interpreter of type ${quoted(type)}.`,
    hint: known_in.length > 0 ? `${listed(known_in)} has it: change the dialect, or the type.` : 'Correct the type.',
  }),
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
  'dotenv-unreadable': ({ path }) => ({
    message: `${path} is not valid UTF-8 and is ignored.`,
    hint: 'Save the file as UTF-8.',
  }),
  'dotenv-export': ({ name }) => ({
    message: `The line that exports ${name} is ignored.`,
    hint: `Write ${name}=value without "export".`,
  }),
  'env-variable-unknown': ({ name, variable }) => ({
    message: `${name} uses ${variable}, which is not set: it becomes empty.`,
    hint: `Set it in .env, or give a default: \${${variable}:-value}.`,
  }),
  'anchor-inactive': ({ because }) => ({
    message: `The anchor is not active (${inactiveAnchors[because] ?? because}), so dependencies are not verified.`,
    hint: 'Put a marker file beside the tool, or set the mode to always.',
  }),
  'anchor-placeholder-unknown': ({ placeholder }) => ({
    message: `The anchor has no ${placeholder}; it stays as text.`,
    hint: 'Known names: tool_path, tool_dir, tool_parent, anchor_path, runtime_lib, project_path, user_space, system_space.',
  }),
  'dependency-symlink-escape': ({ path, target, base }) => ({
    message: `${path} is a link ${target === '' ? 'to nowhere' : `to ${target}`}, outside ${base}.`,
    hint: 'Replace the link by the file itself: what lies outside is not verified.',
  }),
  'dependency-limit': ({ most }) => ({
    message: `More than ${most} dependency files would have to be verified.`,
    hint: 'Narrow extensions, scope or exclude_dirs of verify_deps.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

const inactiveAnchors: Readonly<Record<string, string>> = {
  disabled: 'it is not enabled',
  'mode-never': 'its mode is never',
  'no-marker': 'none of its marker files stands beside the tool',
}
