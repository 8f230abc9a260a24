import type { Dialect, InterpreterType } from '../../rules/dialect.ts'
import type { KeySchema, KeySchemas } from './key-schema.ts'
import { interpreterKeys, interpreterTypes } from './schema-interpreter.ts'
import { parameterSchemaKeys } from './schema-parameters.ts'
import type { FieldName } from './metadata.ts'

const flag = { true: 'yes', false: 'no' }
const inclusive: KeySchemas = {
  min_version: { about: 'lowest version of the child, inclusive', rule: 'R4.3', otherwise: 'no lower limit' },
  max_version: { about: 'highest version of the child, inclusive', rule: 'R4.3', otherwise: 'no upper limit' },
}

const http: KeySchemas = {
  method: {
    about: 'method of the request; POST, PUT and PATCH send the body',
    rule: 'R15.2',
    otherwise: 'GET',
    values: { GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'change', DELETE: 'remove', HEAD: 'headers alone' },
  },
  url: { about: 'address of the request, a template', rule: 'R15.2' },
  headers: { about: 'headers of the request, templates', rule: 'R15.2', any: { about: 'a header' } },
  body: { about: 'JSON body of the request; entries of one unfilled placeholder are left out', rule: 'R15.2' },
  auth: {
    about: 'how the request proves who it is from',
    rule: 'R15.2',
    otherwise: 'nothing is sent',
    keys: {
      type: {
        about: 'the authentication method',
        rule: 'R15.2',
        values: { bearer: 'token in the header Authorization', api_key: 'key in a header of its own' },
      },
      token: { about: 'the token of bearer, a template', rule: 'R15.2' },
      key: { about: 'the key of api_key, a template', rule: 'R15.2' },
      header: { about: 'the header that carries the key of api_key', rule: 'R15.2', otherwise: 'X-API-Key' },
    },
  },
  retry: {
    about: 'what happens when nothing was answered',
    rule: 'R15.2',
    otherwise: 'one attempt',
    keys: {
      max_attempts: { about: 'attempts altogether, 1 to 10', rule: 'R15.2', otherwise: '1' },
      backoff: {
        about: 'the wait between attempts',
        rule: 'R15.2',
        otherwise: 'exponential',
        values: { exponential: 'twice as long each time', none: 'no wait' },
        closed: 'it counts as none',
      },
    },
  },
  mode: {
    about: 'how the answer is read',
    rule: 'R15.2',
    otherwise: 'sync',
    values: { sync: 'as a whole', stream: 'as server-sent events' },
    closed: 'it counts as sync',
  },
}

const config: KeySchemas = {
  command: { about: 'the program that runs, a template; never a shell line', rule: 'R9.3 R15.1' },
  args: { about: 'its arguments, one template each', rule: 'R9.5 R15.1', otherwise: 'none' },
  input_data: { about: 'what it reads on standard input, a template', rule: 'R15.1', otherwise: 'nothing' },
  cwd: { about: 'its working directory, a template', rule: 'R9.5' },
  timeout: {
    about: 'its time limit in seconds',
    rule: 'R15.1 R15.2',
    otherwise: '300 for a process, 30 for a request',
  },
  fixed_params: { about: 'parameters that override those of the caller', rule: 'R9.2', any: { about: 'a parameter' } },
  params_key: { about: 'key under which the caller’s parameters are nested, next to fixed_params', rule: 'R9.2' },
  ...http,
}

const anchor: KeySchemas = {
  enabled: { about: 'whether there is an anchor at all', rule: 'R7.1', otherwise: 'false', values: flag },
  mode: {
    about: 'when the anchor is on',
    rule: 'R7.1',
    otherwise: 'auto',
    values: {
      auto: 'if one of markers_any is next to the tool',
      always: 'always on',
      never: 'never on',
    },
    closed: 'it counts as auto',
  },
  markers_any: {
    about: 'file names; with mode auto, one of them next to the tool turns the anchor on',
    rule: 'R7.1',
    otherwise: 'none',
  },
  root: {
    about: 'the directory that anchor_path names',
    rule: 'R7.2',
    otherwise: 'tool_dir',
    values: {
      tool_dir: 'the directory of the tool',
      tool_parent: 'the directory above it',
      project_path: 'the root of the project',
    },
    closed: 'it counts as tool_dir',
  },
  lib: { about: 'directory of the library next to the declaring element: runtime_lib', rule: 'R7.2' },
  cwd: { about: 'working directory, a template over the anchor’s names', rule: 'R7.3' },
  env_paths: {
    about: 'lists of paths that are added to, by variable',
    rule: 'R7.3',
    any: {
      about: 'a variable that holds a list of paths',
      keys: {
        prepend: { about: 'paths put first, in listed order', rule: 'R7.3' },
        append: { about: 'paths put last, in listed order', rule: 'R7.3' },
      },
    },
  },
}

const verifyDeps: KeySchemas = {
  enabled: { about: 'whether dependencies are verified', rule: 'R7.4', otherwise: 'false', values: flag },
  scope: {
    about: 'where dependencies are looked for',
    rule: 'R7.4',
    otherwise: 'anchor',
    values: {
      anchor: 'below the anchor',
      tool_dir: 'below the directory of the tool',
      tool_siblings: 'in the directory of the tool, not below it',
      tool_file: 'nowhere but in the tool itself',
    },
    closed: 'it counts as anchor',
  },
  recursive: { about: 'whether directories are entered', rule: 'R7.4', otherwise: 'true', values: flag },
  extensions: { about: 'which files are dependencies, by extension with its dot', rule: 'R7.4', otherwise: 'none' },
  exclude_dirs: {
    about: 'directories that are not entered',
    rule: 'R7.4',
    otherwise: '__pycache__, .venv, node_modules, .git',
  },
}

/** Every metadata field, and every key in it that the engine reads (R2.2, R4 to R9). */
export const metadataSchema: Readonly<Record<FieldName, KeySchema>> = {
  version: { about: 'semantic version of this file', rule: 'R4.3', otherwise: 'none; 0.0.0 in lockfiles' },
  tool_type: {
    about: 'what kind of element this is; only primitive and runtime are checked',
    rule: 'R4.5',
    values: {
      runtime: 'runs tools with an interpreter or another program',
      primitive: 'ends the chain: the engine itself runs it',
      python: 'a tool in Python',
      javascript: 'a tool in JavaScript or TypeScript',
      bash: 'a tool for a shell',
      http: 'a tool that is a request',
      graph: 'a tool that is a state graph',
    },
  },
  executor_id: {
    about: 'who runs this: the next element of the chain',
    rule: 'R3.1',
    otherwise: 'the chain ends here',
  },
  category: { about: 'the folder of the file', rule: 'R4.5' },
  tool_description: { about: 'one sentence for people' },
  execution_owner: { about: 'who is responsible for running this; it has no effect here' },
  native_async: { about: 'whether it can run in the background by itself; it has no effect here', values: flag },
  native_resume: { about: 'whether it can resume by itself; it has no effect here', values: flag },
  config_schema: {
    about: 'JSON Schema of the parameters, applied before anything runs',
    rule: 'R5.1',
    keys: parameterSchemaKeys,
  },
  env_config: {
    about: 'what this element adds to the environment',
    rule: 'R6.1',
    keys: {
      interpreter: { about: 'how to find the program that runs this', rule: 'R6.3', keys: interpreterKeys },
      env: {
        about: 'variables, set in this order; ${VAR} sees those before',
        rule: 'R6.4',
        any: { about: 'a variable' },
      },
    },
  },
  config: { about: 'the settings of the primitive; other keys are names for templates', rule: 'R9.1', keys: config },
  config_resolve: {
    about: 'files in .ai/config that are passed to the tool, one or a list',
    rule: 'R8.1',
    readIn: (dialect) => dialect.configResolve,
    keys: {
      path: { about: 'a path relative to .ai/config', rule: 'R8.1' },
      mode: {
        about: 'how the files of the spaces are combined',
        rule: 'R8.2',
        otherwise: 'deep_merge',
        values: {
          deep_merge: 'system, user, project: mappings are merged, other values are replaced',
          first_match: 'project, user, system: only the first file',
        },
        closed: 'no config is resolved',
      },
    },
  },
  anchor: { about: 'the place that a tool runs from, and the paths that follow from it', rule: 'R7.1', keys: anchor },
  verify_deps: { about: 'which files around the tool are verified before a run', rule: 'R7.4', keys: verifyDeps },
  execution_params: {
    about: 'names that the config of this runtime can set, in addition to timeout',
    rule: 'R8.3',
    readIn: (dialect) => dialect.configResolve,
  },
  inputs: {
    about: 'names that this element requires from its child',
    rule: 'R4.2',
    otherwise: 'anything is compatible',
  },
  outputs: {
    about: 'names that this element gives its parent; as a mapping, with their types',
    rule: 'R4.2',
    otherwise: 'anything is compatible',
  },
  child_constraints: {
    about: 'versions of the children that this element runs: for all of them, or by id',
    rule: 'R4.3',
    otherwise: 'any version',
    keys: inclusive,
    any: { about: 'the id of a child', rule: 'R4.3', keys: inclusive },
  },
}

/** The schema of a metadata key, found by its path from a field; undefined for an unknown key. */
export function keySchemaAt(path: readonly string[]): KeySchema | undefined {
  const [field, ...below] = path
  let here =
    field !== undefined && Object.hasOwn(metadataSchema, field) ? metadataSchema[field as FieldName] : undefined
  for (const name of below) here = here?.keys && Object.hasOwn(here.keys, name) ? here.keys[name] : here?.any
  return here
}

/** The values of a key that a dialect supports, such as its interpreter types. */
export function valuesIn(dialect: Dialect, { values = {} }: KeySchema): Readonly<Record<string, string>> {
  if (values !== interpreterTypes) return values
  return Object.fromEntries(
    Object.entries(values).filter(([type]) => dialect.interpreters.has(type as InterpreterType)),
  )
}
