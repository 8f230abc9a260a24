import type { DotenvLineProblem, DotenvProblem } from './dotenv-problems.ts'
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
  'program-not-asked': ({ var: name, program }) => ({
    message: `${quoted(program)} was not asked for ${name}: the answer is not known here, so another interpreter may be used.`,
    hint: 'Run the tool from the page of a local server, which asks in its sandbox; or list the answer under `programs` of the world (`--world FILE`).',
  }),
  'dotenv-unreadable': ({ path, because }) => ({
    message: `${path} ${unreadable[because].why} and is ignored.`,
    hint: unreadable[because].fix,
  }),
  'dotenv-export': ({ name }) => ({
    message: `The line that exports ${name} is ignored.`,
    hint: `Write ${name}=value without "export".`,
  }),
  'dotenv-line-odd': ({ name, because }) => oddLines[because](quoted(name)),
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

const asFile = 'Put a regular file there. Nothing waits for what another program writes.'

const unreadable: Readonly<Record<DotenvProblem, { readonly why: string; readonly fix: string }>> = {
  'not-utf8': {
    why: 'is not valid UTF-8',
    fix: 'Save the file as UTF-8. In PowerShell, write it with Set-Content -Encoding utf8.',
  },
  'too-large': { why: 'is larger than 4 MB', fix: 'Remove what is not KEY=VALUE.' },
  'permission-denied': { why: 'is closed to this user', fix: 'Give this user permission to read the file.' },
  'name-not-utf8': { why: 'is under a folder whose name is not valid UTF-8', fix: 'Rename the folder.' },
  directory: { why: 'is a folder', fix: 'Rename the folder, and put a file there.' },
  pipe: {
    why: 'is a named pipe',
    fix: `${asFile} With a secret manager that mounts a pipe, start the program through its "run" command instead.`,
  },
  socket: { why: 'is a socket', fix: asFile },
  device: { why: 'is a device', fix: asFile },
  'dangling-link': {
    why: 'is a link that leads nowhere',
    fix: 'Create the file that the link names, or remove the link.',
  },
}

const oddLines: Readonly<
  Record<DotenvLineProblem, (name: string) => { readonly message: string; readonly hint: string }>
> = {
  'null-character': (name) => ({
    message: `The line of ${name} contains a null character, as UTF-16 text does: no program can be started with it.`,
    hint: 'Save the file as UTF-8. In PowerShell, write it with Set-Content -Encoding utf8.',
  }),
  'export-command': (name) => ({
    message: `The line sets a variable named ${name}: "export" is read as part of the name.`,
    hint: 'Remove the word "export".',
  }),
  'set-command': (name) => ({
    message: `The line sets a variable named ${name}: "set" is read as part of the name.`,
    hint: 'Remove the word "set".',
  }),
  powershell: (name) => ({
    message: `The line sets a variable named ${name}: "$env:" is read as part of the name.`,
    hint: 'Remove "$env:", and the quotes around the value.',
  }),
  colon: (name) => ({
    message: `The line of ${name} is ignored: it has a colon in place of "=".`,
    hint: 'Write NAME=value.',
  }),
  'no-sign': (name) => ({ message: `The line of ${name} is ignored: it has no "=".`, hint: 'Write NAME=value.' }),
  blank: (name) => ({
    message: `The line sets a variable named ${name}, with a blank in its name.`,
    hint: 'Remove the blank.',
  }),
  invisible: (name) => ({
    message: `The line sets a variable named ${name}, with a letter in its name that is not visible.`,
    hint: 'Type the name again.',
  }),
  duplicate: (name) => ({
    message: `The line sets ${name} again: the value above is lost.`,
    hint: 'Remove one of the two lines.',
  }),
}

const inactiveAnchors: Readonly<Record<string, string>> = {
  disabled: 'it is not enabled',
  'mode-never': 'its mode is never',
  'no-marker': 'none of its marker files stands beside the tool',
}
