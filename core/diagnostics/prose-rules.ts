import type { Facts } from './facts.ts'
import { flatForm, listed, quoted, type ProseFor } from './prose.ts'

/** Prose for the rules of pairs and elements (R4), and for parameters (R5). */
export const ruleProse = {
  'space-incompatible': ({ child, parent, child_space, parent_space }) => ({
    message: `${quoted(child)} in ${child_space || 'an unknown space'} cannot depend on ${quoted(parent)} in ${parent_space || 'an unknown space'}.`,
    hint: `${parent_space === '' ? 'Use' : `Move ${quoted(child)} to ${parent_space}, or use`} an executor in the same space as ${quoted(child)} or in a space that is searched later.`,
  }),
  'system-to-mutable': ({ child, parent, parent_space }) => ({
    message: `The system tool ${quoted(child)} cannot depend on ${quoted(parent)} in the ${parent_space} space.`,
    hint: 'Name a system tool as the executor. System tools cannot depend on files that a project or a user can change.',
  }),
  'io-missing-input': ({ child, parent, missing }) => ({
    message: `${quoted(parent)} requires ${missing.length === 1 ? 'the input' : 'the inputs'} ${listed(missing)}, which ${quoted(child)} does not declare as ${missing.length === 1 ? 'an output' : 'outputs'}.`,
    hint: `Add ${listed(missing)} to the outputs of ${quoted(child)}, or remove ${missing.length === 1 ? 'it' : 'them'} from the inputs of ${quoted(parent)}.`,
  }),
  'version-too-low': ({ child, parent, version, limit }) => ({
    message: `${quoted(child)} has version ${version}; ${quoted(parent)} requires at least ${limit}.`,
    hint: `Raise the version of ${quoted(child)} to ${limit}, or lower "min_version".`,
  }),
  'version-too-high': ({ child, parent, version, limit }) => ({
    message: `${quoted(child)} has version ${version}; ${quoted(parent)} allows at most ${limit}.`,
    hint: `Lower the version of ${quoted(child)} to at most ${limit}, or raise "max_version".`,
  }),
  'version-missing': ({ child, parent }) => ({
    message: `${quoted(child)} has no version, but ${quoted(parent)} sets a version limit.`,
    hint: 'Declare a version. Without one, the limit is not checked.',
  }),
  'version-unreadable': ({ child, parent, text }) => ({
    message: `${quoted(text)} is not a valid version, so the limit of ${quoted(parent)} for ${quoted(child)} is not checked.`,
    hint: 'Write versions as 1.2.3, with an optional prerelease: 1.2.3-rc.1.',
  }),
  'item-is-runtime': ({ item_id }) => ({
    message: `${quoted(item_id)} is a runtime: it runs other items, and its plan contains its own file as the tool.`,
    hint: 'Choose a tool that names this runtime as its executor.',
  }),
  'item-id-missing': () => ({ message: 'This element has no item ID.', hint: 'Add an item ID.' }),
  'space-unknown': ({ item_id, space }) => ({
    message: `${quoted(item_id)} is in ${quoted(space)}, which is not a space.`,
    hint: 'Use "project", "user", "system" or "system:<bundle>".',
  }),
  'primitive-with-executor': ({ item_id, executor_id }) => ({
    message: `${quoted(item_id)} has the tool type "primitive", but it names the executor ${quoted(executor_id)}.`,
    hint: 'Set its executor to null, or change its tool type.',
  }),
  'runtime-without-executor': ({ item_id }) => ({
    message: `The runtime ${quoted(item_id)} does not name an executor.`,
    hint: 'Set executor_id to a primitive.',
  }),
  'version-undeclared': ({ item_id }) => ({
    message: `${quoted(item_id)} does not declare a version.`,
    hint: 'Declare a version. Version limits and lockfiles use it.',
  }),
  'category-undeclared': ({ item_id }) => ({
    message: `${quoted(item_id)} does not declare a category.`,
    hint: 'Set the category to the folder of the item ID.',
  }),
  'category-mismatch': ({ item_id, category, folder }) => ({
    message: `${quoted(item_id)} has the category ${quoted(category)} but is in the folder ${quoted(folder)}.`,
    hint: `Set the category to ${quoted(folder)}, or move the file.`,
  }),
  'metadata-wrong-type': ({ item_id, field, expected, found }) => ({
    message: `${field} of ${quoted(item_id)} must be ${expected}, not ${found}.`,
    hint: 'Correct the value.',
  }),
  'parameter-invalid': ({ pointer, keyword, problem, nested }) => ({
    message: parameterProblem(pointer, keyword, problem) + flatForm(nested),
    hint: "Correct the parameter, or the tool's CONFIG_SCHEMA.",
  }),
  'parameters-unreadable': ({ problem }) => ({
    message: `The parameters cannot be read: ${problem}.`,
    hint: 'Pass the parameters as a JSON object, such as {"name": "Ada"}.',
  }),
  'schema-invalid': ({ problem }) => ({
    message: `The tool's schema cannot be used: ${problem}.`,
    hint: 'Write CONFIG_SCHEMA as a valid JSON Schema.',
  }),
  'schema-limit': ({ limit, most }) =>
    limit === 'schemaDepth'
      ? {
          message: `For these parameters, references in the tool's schema nest more than ${most} levels deep (limit ${limit}). Deeper levels are not checked.`,
          hint: 'If a schema refers to itself, make the reference part of "properties" or "items".',
        }
      : {
          message: `More than ${most} parameters do not match the tool's schema (limit ${limit}). The others are not listed.`,
          hint: 'Correct the listed parameters first.',
        },
  'interpreter-type-unknown': ({ type, dialect, known_in }) => ({
    message: `${quoted(type)} is not an interpreter type of ${dialect}.`,
    hint:
      known_in.length > 0
        ? `The type belongs to ${listed(known_in)}. Change the dialect or the type.`
        : 'Correct the type.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>

/** Describes a parameter problem: the name of a missing parameter, or the keyword that the value violates. */
function parameterProblem(pointer: string, keyword: string, problem: string): string {
  const missing = keyword === 'required' ? /"([^"]*)"[^"]*$/.exec(problem)?.[1] : undefined
  if (missing === undefined)
    return `The parameter ${pointer} does not match "${keyword}" in the tool's schema: ${problem}.`
  return pointer === '/' ? `The parameter "${missing}" is required.` : `"${missing}" is required in ${pointer}.`
}
