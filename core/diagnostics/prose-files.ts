import type { Facts } from './facts.ts'
import type { NearMiss } from './near-miss.ts'
import type { ForeignId } from '../rules/counterparts.ts'
import type { MetadataFormat } from '../rules/dialect.ts'
import type { IdProblem } from '../rules/item-id.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

const idProblems: Readonly<Record<IdProblem, string>> = {
  empty: 'it is empty',
  absolute: 'it begins with a slash',
  backslash: 'it contains a backslash',
  nul: 'it contains a NUL character',
  segment: 'it has an empty, "." or ".." segment',
}

const nearReasons: Readonly<Record<NearMiss['because'], string>> = {
  'out-of-reach': 'in a space that is not searched from here',
  'same-stem': 'same name, different folder',
  similar: 'similar name',
  extension: 'same name without the extension',
  'unread-extension': 'the file exists, but its extension is not read',
  case: 'same letters, different capitalization',
  unicode: 'same letters, different Unicode form: NFC or NFD',
}

function nearHint(near: readonly NearMiss[], otherwise: string): string {
  if (near.length === 0) return otherwise
  return `Did you mean ${listed(
    near.map((miss) => `${quoted(nearName(miss))} (${miss.space}: ${nearReasons[miss.because]})`),
    'or',
  )}?`
}

/** The item ID of a near miss, or its path if the file has no ID. */
function nearName({ because, path, item_id }: NearMiss): string {
  return because === 'unread-extension' && path !== null ? path : item_id
}

/** The counterpart of an ID from another dialect. */
function foreignHint(id: string, dialect: string, { dialects, here }: ForeignId): string {
  const belongs = `${quoted(id)} belongs to ${listed(dialects)}.`
  return here === null
    ? `${belongs} ${dialect} has no counterpart: use another executor, or the dialect of the file.`
    : `${belongs} In ${dialect}, it is ${quoted(here)}.`
}

/** Prose for reading files (R2), finding files (R1) and following the chain (R3). */
export const fileProse = {
  'file-unreadable': ({ path, because }) => ({
    message: `${path} cannot be read: ${unreadable[because].why}.`,
    hint: unreadable[because].hint,
  }),
  'metadata-syntax': ({ language, problem }) => ({
    message: `This ${language} file cannot be parsed: ${problem}.`,
    hint: 'Correct the syntax. Until then, the file has no metadata, and the chain ends here.',
  }),
  'metadata-not-literal': ({ name, because, format }) => ({
    message: `${name} is not read as metadata: ${notTaken[because] ?? because}.`,
    hint: `Write it as ${plainForms[format](name)}.`,
  }),
  'version-not-text': ({ key, written, read, type }) => ({
    message: `The value of ${key} in the file, ${written}, is not a string. The engine reads it as ${type === 'date' || type === 'datetime' ? 'a date' : read}.`,
    hint: `Put it in quotes: "${written}".`,
  }),
  'metadata-lower-case': ({ name, meant }) => ({
    message: `${name} is an ordinary variable, not metadata.`,
    hint: `To declare metadata, write ${meant}.`,
  }),
  'metadata-key-unknown': ({ key, meant, within }) => ({
    message: `${quoted(key)}${within === '' ? '' : ` in ${within}`} is not a known key and has no effect.`,
    hint: `Did you mean ${meant}? If the key is your own, keep it.`,
  }),
  'metadata-value-unknown': ({ key, value, allowed, meant, counts }) => ({
    message: `${quoted(value)} is not a valid value of ${key}: ${counts}.`,
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}Valid values: ${listed(allowed)}.`,
  }),
  'metadata-not-read': ({ extension, dialect, names }) => ({
    message: `${listed(names)} in a ${extension} file is not read as metadata in ${dialect}.`,
    hint: 'Declare the tool in a Python or YAML file. A runtime can still run this file.',
  }),
  'yaml-duplicate-key': ({ key }) => ({
    message: `Duplicate key ${quoted(key)}: the engine uses the last one.`,
    hint: 'Keep only one of the keys.',
  }),
  'yaml-limit': ({ limit, most }) => ({
    message: `This YAML document has more than ${most} ${limit === 'valueDepth' ? 'levels' : 'nodes'} (limit ${limit}).`,
    hint: 'Use fewer aliases and less nesting, or split the document.',
  }),
  'later-generation': ({ mark }) => ({
    message: `${quoted(mark)} marks a file from Rye 0.5 or later. The playground does not read such files.`,
    hint: 'Use the Rye release that wrote the file. "Later releases of Rye" in docs/reference/dialects.md describes what changed.',
  }),
  'project-differs': ({ asked, project }) => ({
    message: `This call is for the project ${quoted(asked)}, but the open project is ${quoted(project)}.`,
    hint: 'Open the project that the call names, or set project_path to the open project.',
  }),
  'item-id-invalid': ({ item_id, because }) => ({
    message: `${quoted(item_id)} is not a valid item ID: ${idProblems[because]}.`,
    hint: 'Write the path of the file inside .ai/tools without its extension, for example demo/hello.',
  }),
  'executor-id-invalid': ({ item_id, executor, because }) => ({
    message: `The executor of ${quoted(item_id)} is not a valid item ID: ${because === 'not-text' ? `${executor} is not a string` : idProblems[because]}.`,
    hint: 'Write the ID of a tool, or None (YAML: null) for a primitive.',
  }),
  'item-not-found': ({ item_id, searched, near }) => ({
    message: `The item ${quoted(item_id)} was not found in ${listed(searched, 'or')}.`,
    hint: nearHint(near, `Create the file in ${searched[0]}.`),
  }),
  'executor-not-found': ({ item_id, executor_id, from, searched, near, dialect, foreign }) => ({
    message: `${quoted(item_id)} (${from}) names the executor ${quoted(executor_id)}, which is not in ${listed(searched, 'or')}.`,
    hint: foreign
      ? foreignHint(executor_id, dialect, foreign)
      : nearHint(near, 'Correct the executor ID, or create that tool.'),
  }),
  'id-alike': ({ item_id, other }) => ({
    message: `${quoted(item_id)} differs from ${quoted(other)} only in uppercase letters or Unicode form. macOS and Windows can keep only one of these files.`,
    hint: 'Rename one of the files, or delete it.',
  }),
  'extension-ambiguous': ({ item_id, winner, others }) => ({
    message: `${quoted(item_id)} has several files in one space. The engine uses ${winner} and ignores ${listed(others)}.`,
    hint: 'Keep one of these files, and delete or rename the others.',
  }),
  'chain-cycle': ({ loop }) => ({
    message: `Circular chain: ${loop.join(' -> ')}.`,
    hint: 'Point one of them at an executor outside the loop.',
  }),
  'chain-too-deep': ({ item_id, most }) => ({
    message: `The chain of ${quoted(item_id)} has more than ${most} elements.`,
    hint: 'Remove elements from the chain.',
  }),
  'chain-not-primitive': ({ item_id, because, dialect, foreign }) => ({
    message: `The chain ends at ${quoted(item_id)}, which is not a ${dialect} primitive${notPrimitive[because] ?? ''}.`,
    hint: foreign
      ? foreignHint(item_id, dialect, foreign)
      : because === 'data'
        ? 'The file contains data for other tools. Run a tool that names this file in its config, or set an executor ID.'
        : 'Set its executor ID to a primitive, or to an item whose chain ends at a primitive.',
  }),
  'dependency-symlink-escape': ({ path, target, base }) => ({
    message:
      target === ''
        ? `${path} is a symlink to a file that does not exist in ${base}.`
        : `${path} is a symlink to ${target}, outside ${base}.`,
    hint: 'Replace the symlink with a copy of the file. Files outside this folder are not verified.',
  }),
  'dependency-limit': ({ most }) => ({
    message: `There are more than ${most} dependency files to verify.`,
    hint: 'Set "extensions", "scope" or "exclude_dirs" in verify_deps to select fewer files.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

const unreadable = {
  'not-utf8': { why: 'it is not valid UTF-8', hint: 'Save the file as UTF-8.' },
  'too-large': {
    why: 'it is too large',
    hint: 'A tool file is text of at most 4 MB. Move data into separate files.',
  },
  'permission-denied': { why: 'permission denied', hint: 'Give the current user permission to read the file.' },
  'name-not-utf8': { why: 'its name is not valid UTF-8', hint: 'Rename the file.' },
} as const

/** Reasons why an assignment is not metadata (R2.1, R2.4). */
const notTaken: Readonly<Record<string, string>> = {
  annotated: 'it has a type annotation',
  chained: 'the assignment sets several names',
  unpacked: 'it is unpacked from another value',
  nested: 'it is inside a block',
  'not-literal': 'its value is not a literal',
  augmented: 'it is changed by an operator such as +=',
  imported: 'it is imported',
  'no-value': 'it has no value',
  'not-declared': 'it is not declared with const, let or var',
}

/** The correct form of a metadata declaration in each format, with an example. */
const plainForms: Readonly<Record<MetadataFormat, (name: string) => string>> = {
  python: (name) => `a plain module-level assignment of a literal, for example ${name} = "..."`,
  // Not `export`, which is an error in a script that is not a module.
  javascript: (name) => `a plain top-level declaration with a literal, for example const ${name} = "..."`,
  shell: (name) => `a comment at the head of the file with a literal, for example # ${name} = "..."`,
  yaml: (name) => `a plain top-level key with a value, for example ${name}: ...`,
}

const notPrimitive: Readonly<Record<string, string>> = {
  library: ' but a library: it sets neither an executor ID nor a tool type',
  data: ' but data: its executor ID is null and its tool type is not "primitive"',
  'no-metadata': ': files of its kind have no metadata in this dialect',
  'no-fields': ': it declares no metadata',
  broken: ': its file cannot be read',
}
