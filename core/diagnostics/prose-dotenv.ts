import type { DotenvLineProblem, DotenvProblem } from './dotenv-problems.ts'
import type { Facts } from './facts.ts'
import { quoted, type ProseFor } from './prose.ts'

/** `.env` files (R6.2). */
export const dotenvProse = {
  'dotenv-unreadable': ({ path, because }) => ({
    message: `${path} ${unreadable[because].why} and is ignored.`,
    hint: unreadable[because].fix,
  }),
  'dotenv-link-outside': ({ path, target }) => ({
    message: `${path} is a link to ${quoted(target)}, outside the project. Every run gets the variables in it.`,
    hint: 'If you did not make this link, remove it before you run anything.',
  }),
  'dotenv-export': ({ name }) => ({
    message: `The line that exports ${name} is ignored.`,
    hint: `Write ${name}=value without "export".`,
  }),
  'dotenv-line-odd': ({ name, because }) => oddLines[because](quoted(name)),
} satisfies Partial<ProseFor<keyof Facts>>

const asFile = 'Put a regular file there. Pipes, sockets and devices are never opened.'

const unreadable: Readonly<Record<DotenvProblem, { readonly why: string; readonly fix: string }>> = {
  'not-utf8': {
    why: 'is not valid UTF-8',
    fix: 'Save the file as UTF-8. In PowerShell, write it with Set-Content -Encoding utf8.',
  },
  'too-large': { why: 'is larger than 4 MB', fix: 'Keep only lines of the form KEY=VALUE.' },
  'permission-denied': { why: 'cannot be read by this user', fix: 'Give this user permission to read the file.' },
  'name-not-utf8': { why: 'is in a folder whose name is not valid UTF-8', fix: 'Rename the folder.' },
  directory: { why: 'is a folder', fix: 'Rename the folder, and put a file there.' },
  pipe: {
    why: 'is a named pipe',
    fix: `${asFile} With a secret manager that mounts a pipe, start the program through its "run" command instead.`,
  },
  socket: { why: 'is a socket', fix: asFile },
  device: { why: 'is a device', fix: asFile },
  'dangling-link': {
    why: 'is a link to a file that does not exist',
    fix: 'Create that file, or remove the link.',
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
  'not-a-name': (name) => ({
    message: `The line sets a variable named ${name}, which neither a shell nor \${...} in a tool can read.`,
    hint: 'Use A to Z, digits and underscores in the name, without quotes, and no digit first.',
  }),
  duplicate: (name) => ({
    message: `The line sets ${name} again: the value above is lost.`,
    hint: 'Remove one of the two lines.',
  }),
}
