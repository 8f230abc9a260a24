import { shellWord } from '../text/shell-word.ts'
import type { Facts } from './facts.ts'
import type { WorkStep } from '../work-budget.ts'
import { flatForm, listed, quoted, type ProseFor } from './prose.ts'

/** The activity of each step, for the message about the work limit, and how to reduce its work. */
const steps: Readonly<Record<WorkStep, { readonly doing: string; readonly hint: string }>> = {
  schema: {
    doing: 'checking the parameters against the schema',
    hint: 'Simplify the schema (fewer branching references, shorter patterns), or pass fewer parameters.',
  },
  parameters: {
    doing: 'reading the parameters',
    hint: "Pass a file's path instead of its content.",
  },
  chain: {
    doing: 'reading the files of the chain',
    hint: 'Keep the metadata in small files, and store large data in other files.',
  },
  lockfile: {
    doing: 'reading the lockfile',
    hint: 'This lockfile contains far more than a chain. Create it again.',
  },
  signatures: {
    doing: 'checking signatures',
    hint: 'Verify fewer files with verify_deps, and shorten the chains of keys that sign each other.',
  },
  graph: {
    doing: 'checking the state graph',
    hint: 'Use fewer nodes, permissions and conditions, or move parts of the graph into separate graphs.',
  },
  config: {
    doing: 'reading the tool configs',
    hint: 'Use fewer or smaller configs in config_resolve.',
  },
  environment: {
    doing: 'resolving the environment',
    hint: 'Set fewer variables in .env and in env_config.',
  },
  templates: {
    doing: 'replacing the placeholders',
    hint: 'Use fewer placeholders in the config of the chain.',
  },
  secrets: {
    doing: 'redacting .env values in the analysis',
    hint: 'Set fewer or shorter values in .env, or pass shorter parameters.',
  },
  document: {
    doing: 'writing the analysis',
    hint: 'Pass smaller parameters, and use fewer placeholders and settings in the chain.',
  },
}

/** Reasons why a chain cannot be built, by the code of the more specific finding. */
const brokenChains: Readonly<Record<string, string>> = {
  'item-not-found': 'the item was not found',
  'item-id-invalid': 'the item ID is not valid',
  'executor-not-found': 'an executor was not found',
  'executor-id-invalid': 'an executor ID is not valid',
  'chain-cycle': 'it is circular',
  'chain-too-deep': 'it has too many elements',
  'later-generation': 'a file is written for Rye 0.5 or later',
}

/** The first difference between two chains. */
function firstDifference(locked: readonly string[], now: readonly string[]): string {
  const length = Math.max(locked.length, now.length)
  const at = Array.from({ length }, (_, index) => index).find((index) => locked[index] !== now[index]) ?? 0
  const nameAt = (ids: readonly string[]): string => (at < ids.length ? quoted(ids[at] ?? '') : 'absent')
  return `element ${at + 1} was ${nameAt(locked)} and is now ${nameAt(now)}`
}

/** The end of a message, without the period: how to accept a change, with the command (R11.2). */
function pinAgain(path: string): string {
  return `If the change is intended, re-sign and delete the stale lockfile, or replace it with \`rye-chain lock update ${itemOfLockfile(path)}\``
}

/**
 * The difference between a file and its lockfile. A hash does not help the reader, so a message about changed content
 * contains no values.
 */
function changedSince(path: string, file: string, field: string, locked: string, now: string): string {
  if (field === 'integrity') return `${file} has changed since the lockfile ${path} was written.`
  return `The lockfile ${path} pins ${field} ${quoted(locked)} of ${file}; now it is ${quoted(now)}.`
}

/** The item ID in the path of a lockfile (R11.1), quoted for a shell; `ITEM` for any other path. */
function itemOfLockfile(path: string): string {
  return shellWord(/\/lockfiles\/(.+)@[^@]*\.lock\.json$/.exec(path)?.[1] ?? 'ITEM')
}

/** Prose for tool config (R8), the plan (R9) and lockfiles (R11). */
export const planProse = {
  'config-path-invalid': ({ path, because }) => ({
    message: `The config path ${quoted(path)} is not allowed: ${because}.`,
    hint: 'Write a path relative to .ai/config that stays inside it.',
  }),
  'config-unreadable': ({ path, problem }) => ({
    message: `The config ${path} cannot be used: ${problem}.`,
    hint: 'Correct the file.',
  }),
  'config-not-found': ({ path, searched }) => ({
    message: `The config ${quoted(path)} was not found in any space, so it is empty.`,
    hint: `Create ${searched[0]}.`,
  }),
  'config-resolves-nothing': ({ problem }) => ({
    message: `config_resolve has no effect: ${problem}.`,
    hint: 'Write {path: ..., mode: deep_merge}, or mode: first_match.',
  }),
  'config-stays-with-runtime': ({ item_id, tool }) => ({
    message: `${quoted(item_id)} declares config_resolve, but ${quoted(tool)} does not get a resolved_config from it.`,
    hint: 'Declare config_resolve in the tool too. A runtime reads only its own settings ("defaults", "tools") from that file.',
  }),
  'config-wrong-type': ({ problem }) => ({
    message: `The config declaration cannot be used: ${problem}.`,
    hint: 'Write {path: ..., mode: deep_merge}.',
  }),
  'template-unknown-name': ({ placeholder, key }) => ({
    message: `The placeholder ${placeholder} in ${key} is unknown and is left as is.`,
    hint: 'Pass a parameter with this name, or set the name in a config of the chain.',
  }),
  'template-unstable': ({ key, rounds }) => ({
    message: `${key} still changes after ${rounds} rounds of {name} replacement.`,
    hint: 'If placeholders refer to each other in a circle, remove one of them. Otherwise, use fewer placeholders that refer to other placeholders.',
  }),
  'template-quoted': ({ name, key }) => ({
    message: `The value of ${name} in ${key} is shell-quoted, but no shell runs it, so the program receives the quotes.`,
    hint: 'Read the variable from the environment instead of the command line.',
  }),
  'template-unquoted': ({ name, key, characters }) => ({
    message: `The value of ${name} in ${key} ${characters.length === 0 ? 'is empty' : `contains ${characters.join(' ')}`} and is passed unquoted.`,
    hint: 'The value is passed as is. If it becomes part of a shell command, for example after `bash -c`, quote it in that command.',
  }),
  'template-injected': ({ placeholder, key, origin }) => ({
    message: `${placeholder} in ${key} is part of a value from the ${origin}, and is replaced like any other placeholder.`,
    hint: 'If this is not intended, remove the placeholder from that value.',
  }),
  'template-limit': ({ key, most }) => ({
    message: `After template replacement, ${key} would exceed ${most} characters, so it is left as is.`,
    hint: 'Use fewer placeholders whose values contain other placeholders.',
  }),
  'argument-not-text': ({ index, text }) => ({
    message: `Argument ${index} is not a string; it is passed as ${quoted(text)}.`,
    hint: 'If this form is correct, write it in quotes in the metadata. Otherwise, correct the argument.',
  }),
  'parameters-not-json': ({ problem }) => ({
    message: `The parameters cannot be written as JSON: ${problem}.`,
    hint: 'Write dates, sets and bytes as strings.',
  }),
  'parameter-is-setting': ({ name, primitive, effect }) => ({
    message: `The parameter ${quoted(name)} has the same name as a setting of ${primitive}. Effect: ${effect}.`,
    hint: 'If the parameter is for the tool only, rename it.',
  }),
  'parameter-left-out': ({ name, effect }) => ({
    message: `The parameter ${quoted(name)} is not part of {params_json}: ${effect}.`,
    hint: 'If the tool needs the parameter, rename it.',
  }),
  'plan-unrelated': ({ item_id }) => ({
    message: `The plan contains neither the file of ${quoted(item_id)} nor its parameters, so it does not run the tool.`,
    hint: 'Pass {tool_path} or {params_json} in the runtime, or choose another executor.',
  }),
  'package-missing': ({ path, names }) => ({
    message: `${path} imports ${names.length === 1 ? 'the package' : 'the packages'} ${listed(names)}, which ${names.length === 1 ? 'is' : 'are'} not in a node_modules folder of the file's space.`,
    hint: `Install ${names.length === 1 ? 'it' : 'them'} in the project, or choose to include packages when you import the project.`,
  }),
  'program-cannot-run': ({ path, program, runs }) => ({
    message: `${quoted(program)} cannot run ${path}, because this program runs only ${listed(runs)} files.`,
    hint: `Choose a runtime that runs ${/\.[^./]+$/.exec(path)?.[0] ?? 'such'} files as the executor.`,
  }),
  'typescript-on-node': ({ path, program }) => ({
    message: `${path} is TypeScript, which ${quoted(program)} runs only with Node 22.18 or later. Earlier versions fail with ERR_UNKNOWN_FILE_EXTENSION.`,
    hint: 'For earlier versions, write the tool in JavaScript (.mjs), or choose a runtime whose program runs TypeScript, such as deno, bun or tsx.',
  }),
  'timeout-none': () => ({
    message: "The plan sets no timeout, so the host's time limit applies.",
    hint: 'To stop the tool earlier, set a timeout in seconds.',
  }),
  'plan-incomplete': ({ primitive, problem, item_id, path, nested }) => ({
    message: `${primitive} cannot start${item_id === undefined ? '' : ` for ${quoted(item_id)}`}${path === undefined ? '' : ` (${path})`}: ${problem}.${flatForm(nested)}`,
    hint: 'Correct the config of the tool or its runtime.',
  }),
  'lockfile-unreadable': ({ path, problem }) => ({
    message: `The lockfile ${path} cannot be read: ${problem}. Delete it (\`rye-chain lock delete ${itemOfLockfile(path)}\`) or repair it.`,
    hint: 'The engine never overwrites an unreadable lockfile.',
  }),
  'lockfile-root-drift': ({ path, file, field, locked, now }) => ({
    message: `${changedSince(path, file ?? 'The tool', field, locked, now)} ${pinAgain(path)}.`,
    hint: 'If the change is not intended, restore the file, and keep the lockfile.',
  }),
  'lockfile-element-drift': ({ path, item_id, file, field, locked, now }) => ({
    message: `${changedSince(path, file ?? quoted(item_id), field, locked, now)} ${pinAgain(path)}.`,
    hint: 'If the change is not intended, restore the file, and keep the lockfile.',
  }),
  'lockfile-chain-differs': ({ path, locked, now }) => ({
    message: `The lockfile ${path} pins a different chain: ${firstDifference(locked, now)}. ${pinAgain(path)}.`,
    hint: 'If the change is not intended, restore the chain, and keep the lockfile.',
  }),
  'lockfile-chain-broken': ({ path, problem }) => ({
    message: `The lockfile ${path} pins a chain that can no longer be built (${brokenChains[problem] ?? problem}). Fix the chain, or delete the lockfile: \`rye-chain lock delete ${itemOfLockfile(path)}\`.`,
    hint: 'A lockfile cannot pin a broken chain.',
  }),
  'work-limit': ({ step, path, limit, most }) => ({
    message: `The analysis exceeds ${most} units of work (limit ${limit}). Most of the work: ${steps[step].doing}${path === null ? '' : ` (${path})`}.`,
    hint: steps[step].hint,
  }),
  'findings-limit': ({ limit, most, left_out }) => ({
    message: `The list contains ${most} problems and omits ${left_out} more (limit ${limit}).`,
    hint:
      limit === 'itemFindings'
        ? 'Fix the listed problems, or analyze the item alone to list all its problems.'
        : 'Fix the listed problems first: they are the most severe.',
  }),
  'check-limit': ({ limit, most }) => ({
    message: `Not checked: earlier items reached the maximum of ${most} ${limit === 'checkWork' ? 'units of work' : 'findings'} in one check (limit ${limit}).`,
    hint: 'Fix or simplify the listed items, or analyze this item alone.',
  }),
  'expectation-failed': ({ item_id, wanted, found }) => ({
    message: `${quoted(item_id)} fails an expectation. Expected: ${wanted}. Found: ${found}.`,
    hint: 'Fix the project, or update the expectation if the new answer is correct: `rye-chain expect --write ITEM`.',
  }),
  'expectation-invalid': ({ problem, fix }) => ({ message: problem, hint: fix }),
  'engine-fault': ({ problem }) => ({
    message: `The engine failed on this input: ${problem}.`,
    hint: 'Unless the file system failed, this is a bug in the engine. Report it with the files that cause it.',
  }),
  'anchor-placeholder-unknown': ({ placeholder }) => ({
    message: `The anchor placeholder ${placeholder} is unknown and is left as is.`,
    hint: 'Use one of these names: tool_path, tool_dir, tool_parent, anchor_path, runtime_lib, project_path, user_space, system_space.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>
