import type { Dialect, InterpreterType } from '../../rules/dialect.ts'
import type { KeySchemas } from './key-schema.ts'

/** Every interpreter type of all dialects, with a description of its search (R6.3). */
export const interpreterTypes: Readonly<Record<InterpreterType, string>> = {
  local_binary: 'a file below the project',
  venv_python: 'the Python of a virtual environment',
  node_modules: 'the node of a node_modules folder',
  system_binary: 'a program on the PATH',
  version_manager: 'what pyenv, nvm, rbenv or asdf answers',
  command: 'what a program of your choice answers',
  generic: 'a binary in the spaces, in order',
}

const has =
  (...types: readonly InterpreterType[]) =>
  (dialect: Dialect): boolean =>
    types.some((type) => dialect.interpreters.has(type))

/** The keys of `env_config.interpreter`. */
export const interpreterKeys: KeySchemas = {
  type: { about: 'how it is looked for', rule: 'R6.3', values: interpreterTypes },
  var: { about: 'the variable that takes its path; without one nothing is looked for', rule: 'R6.3' },
  fallback: { about: 'the value used when nothing was found', rule: 'R6.3', otherwise: 'the variable stays as it was' },
  binary: {
    about: 'name of the program',
    rule: 'R6.3',
    readIn: has('local_binary', 'system_binary', 'generic'),
  },
  candidates: { about: 'other names of a local_binary', rule: 'R6.3', readIn: has('local_binary') },
  search_paths: {
    about: 'folders of a local_binary or of node_modules, below the project',
    rule: 'R6.3',
    otherwise: 'node_modules/.bin for node_modules, none for local_binary',
    readIn: has('local_binary', 'node_modules'),
  },
  search_roots: {
    about: 'roots that search_paths are looked for in, before the project',
    rule: 'R6.3',
    readIn: has('local_binary'),
  },
  venv_path: {
    about: 'folder of the virtual environment, below the project',
    rule: 'R6.3',
    otherwise: '.venv',
    readIn: (dialect) => dialect.interpreters.has('venv_python') && !dialect.venvSearch,
  },
  search: {
    about: 'spaces that are looked in, in this order',
    rule: 'R6.3',
    otherwise: 'project, user, system',
    values: { project: '.venv of the project', user: '.venv of the user space', system: 'the PATH' },
    closed: 'it is passed over',
    readIn: (dialect) => dialect.venvSearch,
  },
  resolve_cmd: { about: 'argv of the program that answers with the path', rule: 'R6.3', readIn: has('command') },
  manager: {
    about: 'the version manager that is asked',
    rule: 'R6.3',
    values: { pyenv: 'Python', nvm: 'Node', rbenv: 'Ruby', asdf: 'many languages' },
    closed: 'nothing is asked',
    readIn: has('version_manager'),
  },
  version: { about: 'the version that it is asked for', rule: 'R6.3', readIn: has('version_manager') },
}
