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
    values: {
      GET: 'read',
      POST: 'create',
      PUT: 'replace',
      PATCH: 'change',
      DELETE: 'remove',
      HEAD: 'read only the headers',
    },
  },
  url: { about: 'URL of the request, a template', rule: 'R15.2' },
  headers: { about: 'headers of the request, one template each', rule: 'R15.2', any: { about: 'a header' } },
  body: {
    about: 'JSON body of the request; entries that consist only of an unknown placeholder are omitted',
    rule: 'R15.2',
  },
  auth: {
    about: 'authentication of the request',
    rule: 'R15.2',
    otherwise: 'no authentication',
    keys: {
      type: {
        about: 'the authentication method',
        rule: 'R15.2',
        values: { bearer: 'token in the Authorization header', api_key: 'key in a separate header' },
      },
      token: { about: 'the token for "bearer", a template', rule: 'R15.2' },
      key: { about: 'the key for "api_key", a template', rule: 'R15.2' },
      header: { about: 'the header that contains the key for "api_key"', rule: 'R15.2', otherwise: 'X-API-Key' },
    },
  },
  retry: {
    about: 'retries of a request that gets no response',
    rule: 'R15.2',
    otherwise: 'one attempt',
    keys: {
      max_attempts: { about: 'total number of attempts, 1 to 10', rule: 'R15.2', otherwise: '1' },
      backoff: {
        about: 'the waiting time between attempts',
        rule: 'R15.2',
        otherwise: 'exponential',
        values: { exponential: 'doubles after each attempt', none: 'no waiting time' },
        closed: 'the engine uses none',
      },
    },
  },
  mode: {
    about: 'how to read the response',
    rule: 'R15.2',
    otherwise: 'sync',
    values: { sync: 'as one response', stream: 'as server-sent events' },
    closed: 'the engine uses sync',
  },
}

const config: KeySchemas = {
  command: { about: 'the program to run, a template; not a shell command line', rule: 'R9.3 R15.1' },
  args: { about: 'the arguments of the program, one template each', rule: 'R9.5 R15.1', otherwise: 'none' },
  input_data: { about: 'the standard input of the program, a template', rule: 'R15.1', otherwise: 'empty' },
  cwd: { about: 'the working directory of the program, a template', rule: 'R9.5' },
  timeout: {
    about: 'the time limit in seconds',
    rule: 'R15.1 R15.2',
    otherwise: '300 for a process, 30 for a request',
  },
  fixed_params: {
    about: 'parameters that override the caller’s parameters',
    rule: 'R9.2',
    any: { about: 'a parameter' },
  },
  params_key: { about: 'key under which the caller’s parameters are nested, next to fixed_params', rule: 'R9.2' },
  ...http,
}

const anchor: KeySchemas = {
  enabled: { about: 'whether the anchor is enabled', rule: 'R7.1', otherwise: 'false', values: flag },
  mode: {
    about: 'when the anchor is active',
    rule: 'R7.1',
    otherwise: 'auto',
    values: {
      auto: 'active if a file in markers_any is next to the tool',
      always: 'always active',
      never: 'never active',
    },
    closed: 'the engine uses auto',
  },
  markers_any: {
    about: 'file names; with mode "auto", the anchor is active if one of them is next to the tool',
    rule: 'R7.1',
    otherwise: 'none',
  },
  root: {
    about: 'the folder for anchor_path',
    rule: 'R7.2',
    otherwise: 'tool_dir',
    values: {
      tool_dir: 'the folder of the tool',
      tool_parent: 'the parent of tool_dir',
      project_path: 'the root of the project',
    },
    closed: 'the engine uses tool_dir',
  },
  lib: { about: 'library folder next to the declaring element, for runtime_lib', rule: 'R7.2' },
  cwd: { about: 'working directory, a template that can use the anchor placeholders', rule: 'R7.3' },
  env_paths: {
    about: 'paths to add to variables that contain path lists',
    rule: 'R7.3',
    any: {
      about: 'a variable that contains a list of paths',
      keys: {
        prepend: { about: 'paths to add at the start, in this order', rule: 'R7.3' },
        append: { about: 'paths to add at the end, in this order', rule: 'R7.3' },
      },
    },
  },
}

const verifyDeps: KeySchemas = {
  enabled: { about: 'whether dependencies are verified', rule: 'R7.4', otherwise: 'false', values: flag },
  scope: {
    about: 'where to search for dependencies',
    rule: 'R7.4',
    otherwise: 'anchor',
    values: {
      anchor: 'in the anchor folder and its subfolders',
      tool_dir: 'in the folder of the tool and its subfolders',
      tool_siblings: 'in the folder of the tool, without subfolders',
      tool_file: 'only the tool file',
    },
    closed: 'the engine uses anchor',
  },
  recursive: { about: 'whether to search subfolders', rule: 'R7.4', otherwise: 'true', values: flag },
  extensions: { about: 'file extensions of dependencies, with the dot', rule: 'R7.4', otherwise: 'none' },
  exclude_dirs: {
    about: 'folders to skip',
    rule: 'R7.4',
    otherwise: '__pycache__, .venv, node_modules, .git',
  },
}

/** Every metadata field, and every key in it that the engine reads (R2.2, R4 to R9). */
export const metadataSchema: Readonly<Record<FieldName, KeySchema>> = {
  version: { about: 'semantic version of this file', rule: 'R4.3', otherwise: 'none; 0.0.0 in lockfiles' },
  tool_type: {
    about: 'the kind of element; only "primitive", "runtime" and "graph" have rules of their own',
    rule: 'R4.5',
    values: {
      runtime: 'runs tools with an interpreter or another program',
      primitive: 'ends the chain; the engine runs it directly',
      python: 'a tool in Python',
      javascript: 'a tool in JavaScript or TypeScript',
      bash: 'a tool in Bash',
      http: 'a tool that sends an HTTP request',
      graph: 'a tool that is a state graph',
    },
  },
  executor_id: {
    about: 'the item that runs this element: the next element of the chain',
    rule: 'R3.1',
    otherwise: 'the chain ends here',
  },
  category: { about: 'the folder in the item ID, such as demo', rule: 'R4.5' },
  tool_description: { about: 'a description, in one sentence' },
  execution_owner: { about: 'the owner of the execution; this key has no effect here' },
  native_async: { about: 'whether the tool supports background runs; this key has no effect here', values: flag },
  native_resume: { about: 'whether the tool can resume a run; this key has no effect here', values: flag },
  config_schema: {
    about: 'JSON Schema that the parameters must match',
    rule: 'R5.1',
    keys: parameterSchemaKeys,
  },
  env_config: {
    about: 'the environment variables that this element sets',
    rule: 'R6.1',
    keys: {
      interpreter: { about: 'how to find the interpreter', rule: 'R6.3', keys: interpreterKeys },
      env: {
        about: 'variables, set in this order; ${VAR} can use earlier variables',
        rule: 'R6.4',
        any: { about: 'a variable' },
      },
    },
  },
  config: { about: 'the settings of the primitive; other keys are names for templates', rule: 'R9.1', keys: config },
  config_resolve: {
    about: 'a file in .ai/config, or a list of files, to pass to the tool',
    rule: 'R8.1',
    readIn: (dialect) => dialect.configResolve,
    keys: {
      path: { about: 'a path relative to .ai/config', rule: 'R8.1' },
      mode: {
        about: 'how to combine the files of the spaces',
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
  anchor: { about: 'a folder for the files of a tool, and settings that can use it', rule: 'R7.1', keys: anchor },
  verify_deps: { about: 'the files near the tool to verify before a run', rule: 'R7.4', keys: verifyDeps },
  execution_params: {
    about: 'names that the config of this runtime can set, in addition to "timeout"',
    rule: 'R8.3',
    readIn: (dialect) => dialect.configResolve,
  },
  inputs: {
    about: 'names that this element requires from its child',
    rule: 'R4.2',
    otherwise: 'not checked',
  },
  outputs: {
    about: 'names that this element provides to its parent: a list, or a mapping with their types',
    rule: 'R4.2',
    otherwise: 'not checked',
  },
  child_constraints: {
    about: 'version limits for the children of this element: for all children, or by ID',
    rule: 'R4.3',
    otherwise: 'any version',
    keys: inclusive,
    any: { about: 'the ID of a child', rule: 'R4.3', keys: inclusive },
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
