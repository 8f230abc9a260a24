import type { Facts } from './facts.ts'
import type { NearMiss } from './near-miss.ts'
import type { MetadataFormat } from '../rules/dialect.ts'
import type { IdProblem } from '../rules/item-id.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

const idProblems: Readonly<Record<IdProblem, string>> = {
  empty: 'it is empty',
  absolute: 'it begins with a slash',
  backslash: 'it holds a backslash',
  nul: 'it holds a NUL character',
  segment: 'it has an empty, "." or ".." segment',
}

const nearReasons: Readonly<Record<NearMiss['because'], string>> = {
  'out-of-reach': 'out of reach from here',
  'same-stem': 'same name, other folder',
  similar: 'similar name',
  extension: 'the same without the extension',
  'unread-extension': 'the file exists, but its extension is not read',
  case: 'other upper and lower case',
  unicode: 'same letters, other Unicode form: NFC or NFD',
}

function nearHint(near: readonly NearMiss[], otherwise: string): string {
  if (near.length === 0) return otherwise
  return `Did you mean ${listed(near.map((miss) => `${quoted(nearName(miss))} (${miss.space}: ${nearReasons[miss.because]})`))}?`
}

/** A file that no id leads to is named by its path. */
function nearName({ because, path, item_id }: NearMiss): string {
  return because === 'unread-extension' && path !== null ? path : item_id
}

/** Reading files (R2), finding them (R1), following the chain (R3). */
export const fileProse = {
  'file-unreadable': ({ path, because }) => ({
    message: `${path} cannot be read: ${unreadable[because].why}.`,
    hint: unreadable[because].hint,
  }),
  'metadata-syntax': ({ language, problem }) => ({
    message: `This ${language} file does not parse: ${problem}.`,
    hint: 'A file that does not parse has no metadata, so its chain ends here. Correct the syntax.',
  }),
  'metadata-not-literal': ({ name, because, format }) => ({
    message: `${name} is not taken as metadata: ${notTaken[because] ?? because}.`,
    hint: `Write it as ${plainForms[format](name)}.`,
  }),
  'version-not-text': ({ key, written, read, type }) => ({
    message: `${key} is ${written} in the file, which is not text: it is read as ${type === 'date' || type === 'datetime' ? 'a date' : read}.`,
    hint: `Put it in quotes: "${written}".`,
  }),
  'metadata-lower-case': ({ name, meant }) => ({
    message: `${name} is an ordinary variable, not metadata.`,
    hint: `If you mean the metadata, write ${meant}.`,
  }),
  'metadata-key-unknown': ({ key, meant, within }) => ({
    message: `Nothing reads ${quoted(key)}${within === '' ? '' : ` below ${within}`}, but ${meant} is read.`,
    hint: `Did you mean ${meant}? A name of your own may stay as it is.`,
  }),
  'metadata-value-unknown': ({ key, value, allowed, meant, counts }) => ({
    message: `${key} takes no ${quoted(value)}: ${counts}.`,
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}It takes ${listed(allowed)}.`,
  }),
  'metadata-not-read': ({ extension, dialect, names }) => ({
    message: `${listed(names)} in a ${extension} file is not read as metadata in ${dialect}.`,
    hint: 'The file can still be run by a runtime; declare the tool in a Python or YAML file.',
  }),
  'yaml-duplicate-key': ({ key }) => ({
    message: `The key ${quoted(key)} comes twice; the last one counts.`,
    hint: 'Remove the one that is not meant.',
  }),
  'yaml-limit': ({ limit, most }) => ({
    message: `This YAML document passes the limit "${limit}" of ${most}.`,
    hint: 'Write the values out, or split the document.',
  }),
  'project-differs': ({ asked, project }) => ({
    message: `This call is meant for the project ${quoted(asked)}, and the one that is open is ${quoted(project)}.`,
    hint: 'Open the project that the call names, or name the open one as its project_path.',
  }),
  'item-id-invalid': ({ item_id, because }) => ({
    message: `${quoted(item_id)} is no item id: ${idProblems[because]}.`,
    hint: 'An id is the path below .ai/tools without extension, such as demo/hello.',
  }),
  'executor-id-invalid': ({ item_id, executor, because }) => ({
    message: `The executor of ${quoted(item_id)} is no id: ${because === 'not-text' ? `${executor} is not text` : idProblems[because]}.`,
    hint: 'Name a tool by its id, or write None (YAML: null) for a primitive.',
  }),
  'item-not-found': ({ item_id, searched, near }) => ({
    message: `No item ${quoted(item_id)} in ${listed(searched)}.`,
    hint: nearHint(near, 'Create the file below .ai/tools of one of these spaces.'),
  }),
  'executor-not-found': ({ item_id, executor_id, from, searched, near }) => ({
    message: `${quoted(item_id)} (${from}) names the executor ${quoted(executor_id)}, which is not in ${listed(searched)}.`,
    hint: nearHint(near, 'Correct the executor id, or create that file.'),
  }),
  'extension-ambiguous': ({ item_id, winner, others }) => ({
    message: `${quoted(item_id)} has several files in one space; ${winner} wins over ${listed(others)}.`,
    hint: 'Keep one of them: the others are never used.',
  }),
  'chain-cycle': ({ loop }) => ({
    message: `The chain goes round: ${loop.join(' -> ')}.`,
    hint: 'Let one of these name an executor outside the loop.',
  }),
  'chain-too-deep': ({ item_id, most }) => ({
    message: `The chain of ${quoted(item_id)} has more than ${most} elements.`,
    hint: 'Shorten it: a longer chain is a mistake, not a design.',
  }),
  'chain-not-primitive': ({ item_id, because, dialect }) => ({
    message: `The chain ends in ${quoted(item_id)}, which is no primitive of ${dialect}${notPrimitive[because] ?? ''}.`,
    hint: 'Give it an executor id that leads to a primitive.',
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

const unreadable = {
  'not-utf8': { why: 'it is not valid UTF-8', hint: 'Save the file as UTF-8.' },
  'too-large': {
    why: 'it is too large',
    hint: 'Tool files are text of at most 4 MB: move data into files of its own.',
  },
  'permission-denied': { why: 'permission denied', hint: 'Give whoever runs this the right to read it.' },
  'name-not-utf8': { why: 'its name is not valid UTF-8', hint: 'Rename it.' },
} as const

/** Why a binding of a name is no metadata (R2.1, R2.4). */
const notTaken: Readonly<Record<string, string>> = {
  annotated: 'it has a type annotation',
  chained: 'several names are set at once',
  unpacked: 'it is unpacked from another value',
  nested: 'it stands inside a block',
  'not-literal': 'its value is no literal',
  augmented: 'it is changed by an operator such as +=',
  imported: 'it is imported',
  'no-value': 'it has no value',
  'not-declared': 'it is not declared with const, let or var',
}

/** A setting that each format takes, with an example of it. */
const plainForms: Readonly<Record<MetadataFormat, (name: string) => string>> = {
  python: (name) => `a plain module-level assignment of a literal, for example ${name} = "..."`,
  // Not `export`: that is a mistake in a file that is no module.
  javascript: (name) => `a plain top-level declaration with a literal, for example const ${name} = "..."`,
  shell: (name) => `a comment at the head of the file with a literal, for example # ${name} = "..."`,
  yaml: (name) => `a plain top-level key with a value, for example ${name}: ...`,
}

const notPrimitive: Readonly<Record<string, string>> = {
  library: ' (it is a library: it sets neither an executor id nor a tool type)',
  data: ' (it is data: its executor id is null and its tool type is not "primitive")',
  'no-metadata': ' (its kind of file carries no metadata in this dialect)',
  'no-fields': ' (it declares no metadata)',
  broken: ' (nothing of its file could be read)',
}
