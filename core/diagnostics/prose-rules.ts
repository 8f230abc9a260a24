import type { Facts } from './facts.ts'
import { flatForm, listed, quoted, type ProseFor } from './prose.ts'

/** The rules of pairs and elements (R4), parameters (R5). */
export const ruleProse = {
  'space-incompatible': ({ child, parent, child_space, parent_space }) => ({
    message: `${quoted(child)} in ${child_space || 'an unknown space'} cannot depend on ${quoted(parent)} in ${parent_space || 'an unknown space'}.`,
    hint: `Move ${quoted(child)} to ${parent_space}, or let it find its executor in its own space or below.`,
  }),
  'system-to-mutable': ({ child, parent, parent_space }) => ({
    message: `The system tool ${quoted(child)} cannot hand over to ${quoted(parent)} in ${parent_space} space.`,
    hint: 'System tools may only depend on system tools, which nobody can change under them.',
  }),
  'io-missing-input': ({ child, parent, missing }) => ({
    message: `${quoted(parent)} needs the inputs ${listed(missing)}, which ${quoted(child)} does not put out.`,
    hint: `Add ${listed(missing)} to the outputs of ${quoted(child)}, or drop the input from ${quoted(parent)}.`,
  }),
  'version-too-low': ({ child, parent, version, limit }) => ({
    message: `${quoted(child)} has version ${version}; ${quoted(parent)} asks for at least ${limit}.`,
    hint: `Raise the version of ${quoted(child)} to ${limit}, or lower min_version.`,
  }),
  'version-too-high': ({ child, parent, version, limit }) => ({
    message: `${quoted(child)} has version ${version}; ${quoted(parent)} allows at most ${limit}.`,
    hint: `Use a version up to ${limit}, or raise max_version.`,
  }),
  'version-missing': ({ child, parent }) => ({
    message: `${quoted(child)} has no version, but ${quoted(parent)} limits it.`,
    hint: 'Declare a version so that the limit can be checked.',
  }),
  'version-unreadable': ({ child, parent, text }) => ({
    message: `The version ${quoted(text)} between ${quoted(child)} and ${quoted(parent)} cannot be read, so it passes.`,
    hint: 'Write versions as 1.2.3, with an optional prerelease: 1.2.3-rc.1.',
  }),
  'item-id-missing': () => ({ message: 'This element has no item id.', hint: 'Give it one.' }),
  'space-unknown': ({ item_id, space }) => ({
    message: `${quoted(item_id)} lies in ${quoted(space)}, which is no space.`,
    hint: 'Spaces are project, user and system (or system:<bundle>).',
  }),
  'primitive-with-executor': ({ item_id, executor_id }) => ({
    message: `${quoted(item_id)} calls itself a primitive but names the executor ${quoted(executor_id)}.`,
    hint: 'A primitive has a null executor; otherwise it is a runtime or a tool.',
  }),
  'runtime-without-executor': ({ item_id }) => ({
    message: `The runtime ${quoted(item_id)} names no executor.`,
    hint: 'A runtime hands over to a primitive: set executor_id.',
  }),
  'version-undeclared': ({ item_id }) => ({
    message: `${quoted(item_id)} declares no version.`,
    hint: 'Version limits and lockfiles work best with one.',
  }),
  'category-undeclared': ({ item_id }) => ({
    message: `${quoted(item_id)} declares no category.`,
    hint: 'By custom it is the folder of the id.',
  }),
  'category-mismatch': ({ item_id, category, folder }) => ({
    message: `${quoted(item_id)} has the category ${quoted(category)} but lies in ${quoted(folder)}.`,
    hint: `Set the category to ${quoted(folder)}, or move the file.`,
  }),
  'metadata-wrong-type': ({ item_id, field, expected, found }) => ({
    message: `${field} of ${quoted(item_id)} must be ${expected}; it is ${found}.`,
    hint: 'Correct the value.',
  }),
  'parameter-invalid': ({ pointer, keyword, problem, nested }) => ({
    message: parameterProblem(pointer, keyword, problem) + flatForm(nested),
    hint: 'Correct the parameter, or the CONFIG_SCHEMA of the tool.',
  }),
  'parameters-unreadable': ({ problem }) => ({
    message: `The parameters cannot be read: ${problem}.`,
    hint: 'Parameters are one JSON object, such as {"name": "Ada"}.',
  }),
  'schema-invalid': ({ problem }) => ({
    message: `The schema of the tool cannot be used: ${problem}.`,
    hint: 'CONFIG_SCHEMA is a JSON Schema.',
  }),
  'schema-limit': ({ limit, most }) =>
    limit === 'schemaDepth'
      ? {
          message: `The schemas of the tool lead more than ${most} deep into each other on these parameters (limit ${limit}); what lies deeper was not checked.`,
          hint: 'A schema that refers to itself must do so from within properties or items.',
        }
      : {
          message: `More than ${most} parameters break the schema of the tool (limit ${limit}); the others are not listed.`,
          hint: 'Correct those that are listed first.',
        },
  'interpreter-type-unknown': ({ type, dialect, known_in }) => ({
    message: `${dialect} knows no interpreter of type ${quoted(type)}.`,
    hint: known_in.length > 0 ? `${listed(known_in)} has it: change the dialect, or the type.` : 'Correct the type.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

/** What is missing is named; everything else is told by the keyword that forbids it. */
function parameterProblem(pointer: string, keyword: string, problem: string): string {
  const missing = keyword === 'required' ? /"([^"]*)"[^"]*$/.exec(problem)?.[1] : undefined
  if (missing === undefined) return `The parameter ${pointer} breaks "${keyword}" of the tool's schema: ${problem}.`
  return pointer === '/' ? `The parameter "${missing}" is required.` : `"${missing}" is required in ${pointer}.`
}
