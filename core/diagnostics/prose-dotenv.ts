import type { DotenvLineProblem, DotenvProblem, VariableFormProblem } from './env-problems.ts'
import type { Facts } from './facts.ts'
import { quoted, type ProseFor } from './prose.ts'

/** Prose for `.env` files (R6.2), and for forms of `${...}` that are left as they are (R6.4). */
export const dotenvProse = {
  'variable-form': ({ key, written, because }) => ({
    message: `${quoted(written)} in ${key} ${formProblems[because].what}.`,
    hint: formProblems[because].fix,
  }),
  'dotenv-unreadable': ({ path, because }) => ({
    message: `${path} ${unreadable[because].why} and is ignored.`,
    hint: unreadable[because].fix,
  }),
  'dotenv-link-outside': ({ path, target }) => ({
    message: `${path} is a symlink to ${quoted(target)}, outside the project. Every run gets the variables in that file.`,
    hint: 'If you did not create this symlink, remove it before you run a tool.',
  }),
  'dotenv-export': ({ name }) => ({
    message: `The line that exports ${name} is ignored.`,
    hint: `Write ${name}=value without "export".`,
  }),
  'dotenv-quoted': ({ name }) => ({
    message: `The quotes around the value of ${name} are part of the value.`,
    hint: 'Remove the quotes: values can contain spaces.',
  }),
  'dotenv-line-odd': ({ name, because }) => oddLines[because](quoted(name)),
} satisfies Partial<ProseFor<keyof Facts>>

const asFile = 'Replace it with a regular file. Pipes, sockets and devices are never opened.'

const unreadable: Readonly<Record<DotenvProblem, { readonly why: string; readonly fix: string }>> = {
  'not-utf8': {
    why: 'is not valid UTF-8',
    fix: 'Save the file as UTF-8. In PowerShell, write it with Set-Content -Encoding utf8.',
  },
  'too-large': { why: 'is larger than 4 MB', fix: 'Keep only KEY=VALUE lines, at most 4 MB.' },
  'permission-denied': {
    why: 'cannot be read by the current user',
    fix: 'Give the current user permission to read the file.',
  },
  'name-not-utf8': { why: 'is in a folder whose name is not valid UTF-8', fix: 'Rename the folder.' },
  directory: { why: 'is a folder', fix: 'Rename the folder, and create a file named .env.' },
  pipe: {
    why: 'is a named pipe',
    fix: `${asFile} If a secret manager mounts the pipe, start the program with the secret manager's "run" command.`,
  },
  socket: { why: 'is a socket', fix: asFile },
  device: { why: 'is a device', fix: asFile },
  'dangling-link': {
    why: 'is a symlink to a file that does not exist',
    fix: 'Create that file, or remove the symlink.',
  },
}

const oddLines: Readonly<
  Record<DotenvLineProblem, (name: string) => { readonly message: string; readonly hint: string }>
> = {
  'null-character': (name) => ({
    message: `The line that sets ${name} contains a null character, so no program can start. The file is probably in UTF-16.`,
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
    message: `The line for ${name} is ignored: it has a colon instead of "=".`,
    hint: 'Write NAME=value.',
  }),
  'no-sign': (name) => ({ message: `The line for ${name} is ignored: it has no "=".`, hint: 'Write NAME=value.' }),
  blank: (name) => ({
    message: `The line sets the variable ${name}, whose name contains a space.`,
    hint: 'Remove the space.',
  }),
  invisible: (name) => ({
    message: `The line sets the variable ${name}, whose name contains an invisible character.`,
    hint: 'Type the name again.',
  }),
  'not-a-name': (name) => ({
    message: `The line sets a variable named ${name}, which neither a shell nor \${...} in a tool can read.`,
    hint: 'Use only letters, digits and underscores in the name, without quotes. Do not start the name with a digit.',
  }),
  duplicate: (name) => ({
    message: `The line sets ${name} again and overrides the earlier value.`,
    hint: 'Remove one of the two lines.',
  }),
}

const formProblems: Readonly<Record<VariableFormProblem, { readonly what: string; readonly fix: string }>> = {
  unclosed: { what: 'has no closing brace and is left as is', fix: 'Add the missing "}".' },
  nested: {
    what: 'ends at its first "}", so the rest of its default is left as is',
    fix: 'Write a default without braces. To use another variable as the default, set it in env_config first.',
  },
  operator: {
    what: 'is a form that only shells support, and is left as is',
    fix: 'Write ${NAME} or ${NAME:-default}.',
  },
}
