import type { Dialect, InterpreterType } from '../../rules/dialect.ts'
import type { KeySchemas } from './key-schema.ts'

/** The interpreter types in all dialects, each with a description of its search (R6.3). */
export const interpreterTypes: Readonly<Record<InterpreterType, string>> = {
  local_binary: 'a file in the project',
  venv_python: 'the Python of a virtual environment',
  node_modules: 'a program in a node_modules folder',
  system_binary: 'a program on the PATH',
  version_manager: 'the path that pyenv, nvm, rbenv or asdf prints',
  command: 'the path that a given program prints',
  generic: 'a binary in the spaces, searched in order',
}

const has =
  (...types: readonly InterpreterType[]) =>
  (dialect: Dialect): boolean =>
    types.some((type) => dialect.interpreters.has(type))

/** The keys of `env_config.interpreter`. */
export const interpreterKeys: KeySchemas = {
  type: { about: 'the search method', rule: 'R6.3', values: interpreterTypes },
  var: { about: 'the variable for the path; the engine searches only if "var" is set', rule: 'R6.3' },
  fallback: { about: 'the value if no interpreter is found', rule: 'R6.3', otherwise: 'the variable is not changed' },
  binary: {
    about: 'name of the program',
    rule: 'R6.3',
    readIn: has('local_binary', 'system_binary', 'generic'),
  },
  candidates: { about: 'other names of a local_binary', rule: 'R6.3', readIn: has('local_binary') },
  search_paths: {
    about: 'folders in the project to search for local_binary or node_modules',
    rule: 'R6.3',
    otherwise: 'node_modules/.bin for node_modules, none for local_binary',
    readIn: has('local_binary', 'node_modules'),
  },
  search_roots: {
    about: 'folders that contain search_paths, searched before the project',
    rule: 'R6.3',
    readIn: has('local_binary'),
  },
  venv_path: {
    about: 'folder of the virtual environment in the project',
    rule: 'R6.3',
    otherwise: '.venv',
    readIn: (dialect) => dialect.interpreters.has('venv_python') && !dialect.venvSearch,
  },
  search: {
    about: 'spaces to search, in this order',
    rule: 'R6.3',
    otherwise: 'project, user, system',
    values: { project: '.venv of the project', user: '.venv of the user space', system: 'the PATH' },
    closed: 'the entry is skipped',
    readIn: (dialect) => dialect.venvSearch,
  },
  resolve_cmd: {
    about: 'the command that prints the path, as a list of arguments',
    rule: 'R6.3',
    readIn: has('command'),
  },
  manager: {
    about: 'the version manager to run',
    rule: 'R6.3',
    values: { pyenv: 'Python', nvm: 'Node', rbenv: 'Ruby', asdf: 'many languages' },
    closed: 'no version manager is run',
    readIn: has('version_manager'),
  },
  version: { about: 'the version to request from the version manager', rule: 'R6.3', readIn: has('version_manager') },
}
