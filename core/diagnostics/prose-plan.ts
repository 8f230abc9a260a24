import { shellWord } from '../text/shell-word.ts'
import type { Facts } from './facts.ts'
import type { WorkStep } from '../work-budget.ts'
import { flatForm, listed, quoted, type ProseFor } from './prose.ts'

/** What each step was doing when the work was used up, and what makes it less. */
const steps: Readonly<Record<WorkStep, { readonly doing: string; readonly hint: string }>> = {
  schema: {
    doing: 'checking the parameters against the schema',
    hint: 'Make the schema simpler: fewer references that branch, shorter patterns; or pass fewer parameters.',
  },
  parameters: {
    doing: 'reading the parameters',
    hint: 'Pass the path of a file in place of what it holds.',
  },
  chain: {
    doing: 'reading the files of the chain, with the last one that',
    hint: 'Keep the metadata in small files, and large data elsewhere.',
  },
  lockfile: {
    doing: 'reading the lockfile',
    hint: 'Make the lockfile anew: it holds far more than a chain.',
  },
  signatures: {
    doing: 'checking signatures, with the one of the file that',
    hint: 'Let verify_deps look at fewer files, and let keys vouch for each other in shorter rows.',
  },
  graph: {
    doing: 'checking the state graph',
    hint: 'Make the graph smaller: fewer nodes, permissions and conditions; or put parts of it into graphs of their own.',
  },
  config: {
    doing: 'reading the tool configs',
    hint: 'Resolve fewer configs, and keep them small.',
  },
  environment: {
    doing: 'resolving the environment',
    hint: 'Set fewer variables in .env and in env_config.',
  },
  templates: {
    doing: 'filling the placeholders',
    hint: 'Write fewer placeholders in the config of the chain.',
  },
  secrets: {
    doing: 'hiding the values of .env in the answer',
    hint: 'Set fewer and shorter values in .env, or pass shorter parameters.',
  },
  document: {
    doing: 'writing the answer',
    hint: 'Pass less in the parameters, and write fewer placeholders and settings in the chain.',
  },
}

/** Why a chain cannot be built, by the code of the finding that says more. */
const brokenChains: Readonly<Record<string, string>> = {
  'item-not-found': 'the item is not found',
  'item-id-invalid': 'the id of the item is none',
  'executor-not-found': 'an executor is not found',
  'executor-id-invalid': 'an executor id is none',
  'chain-cycle': 'it goes round in a circle',
  'chain-too-deep': 'it is too deep',
}

/** The first place at which two chains differ. */
function firstDifference(locked: readonly string[], now: readonly string[]): string {
  const length = Math.max(locked.length, now.length)
  const at = Array.from({ length }, (_, index) => index).find((index) => locked[index] !== now[index]) ?? 0
  const nameAt = (ids: readonly string[]): string => (at < ids.length ? quoted(ids[at] ?? '') : 'nothing')
  return `element ${at + 1} is ${nameAt(locked)} in it, and ${nameAt(now)} now`
}

/** Seed 000: what to do where a lockfile does not match, with its two commands. */
function resignAndDelete(path: string): string {
  const item = itemOfLockfile(path)
  return `If the change is intended, re-sign and delete the stale lockfile: \`rye-chain sign ${item}\`, \`rye-chain lock delete ${item}\``
}

/** The id in the path of a lockfile (R11.1), as a shell takes it. */
function itemOfLockfile(path: string): string {
  return shellWord(/\/lockfiles\/(.+)@[^@]*\.lock\.json$/.exec(path)?.[1] ?? 'ITEM')
}

/** Tool config (R8), the plan (R9), lockfiles (R11). */
export const planProse = {
  'config-path-invalid': ({ path, because }) => ({
    message: `The config path ${quoted(path)} is not allowed: ${because}.`,
    hint: 'Config paths are relative to .ai/config and stay below it.',
  }),
  'config-unreadable': ({ path, problem }) => ({
    message: `The config ${path} cannot be used: ${problem}.`,
    hint: 'Correct the file.',
  }),
  'config-not-found': ({ path, searched }) => ({
    message: `No config ${quoted(path)} in any space; it counts as empty.`,
    hint: `Create one of ${listed(searched)}.`,
  }),
  'config-resolves-nothing': ({ problem }) => ({
    message: `config_resolve resolves nothing: ${problem}.`,
    hint: 'Write {path: ..., mode: deep_merge}, or mode: first_match.',
  }),
  'config-stays-with-runtime': ({ item_id, tool }) => ({
    message: `${quoted(item_id)} declares config_resolve, but ${quoted(tool)} gets no resolved_config from it.`,
    hint: 'A runtime reads only its own settings (defaults, tools) from that file. Declare config_resolve in the tool to pass the config to it.',
  }),
  'config-wrong-type': ({ problem }) => ({
    message: `The config declaration cannot be used: ${problem}.`,
    hint: 'Write {path: ..., mode: deep_merge}.',
  }),
  'template-unknown-name': ({ placeholder, key }) => ({
    message: `${placeholder} in ${key} stands for nothing and stays as text.`,
    hint: 'Pass a parameter of that name, or set it in a config of the chain.',
  }),
  'template-unstable': ({ key, rounds }) => ({
    message: `${key} was still changing after ${rounds} rounds of {name} replacement.`,
    hint: 'A value that contains its own placeholder never settles: break the circle.',
  }),
  'template-quoted': ({ name, key }) => ({
    message: `The value of ${name} was shell-quoted in ${key}, and nothing runs in a shell: the quotes reach the program.`,
    hint: 'Read the variable from the environment instead of the command line.',
  }),
  'template-unquoted': ({ name, key, characters }) => ({
    message: `The value of ${name} in ${key} ${characters.length === 0 ? 'is empty' : `contains ${characters.join(' ')}`} and is passed unquoted.`,
    hint: 'Nothing runs in a shell, so the program gets the value as it is. If the program starts a shell itself, quote the value there.',
  }),
  'template-injected': ({ placeholder, key, origin }) => ({
    message: `${placeholder} in ${key} came in with a value from the ${origin} and was filled like any other.`,
    hint: 'If that is not meant, do not pass text with braces or ${...} from outside.',
  }),
  'template-limit': ({ key, most }) => ({
    message: `${key} would grow beyond ${most} characters and was left as it stood.`,
    hint: 'A value that contains its own placeholder several times explodes: break the circle.',
  }),
  'argument-not-text': ({ index, text }) => ({
    message: `Argument ${index} is not text; it is passed as ${quoted(text)}.`,
    hint: 'Quote it in the metadata if exactly this text is meant.',
  }),
  'parameters-not-json': ({ problem }) => ({
    message: `The parameters cannot be written as JSON: ${problem}.`,
    hint: 'Dates, sets and bytes have no JSON form: use text.',
  }),
  'parameter-is-setting': ({ name, primitive, effect }) => ({
    message: `The parameter ${quoted(name)} has the name of a setting of ${primitive}; what it does: ${effect}.`,
    hint: 'Give the parameter another name if it is meant for the tool alone.',
  }),
  'parameter-left-out': ({ name, effect }) => ({
    message: `The parameter ${quoted(name)} is not part of {params_json}: ${effect}.`,
    hint: 'Give the parameter another name if the tool needs it.',
  }),
  'plan-unrelated': ({ item_id }) => ({
    message: `Nothing of ${quoted(item_id)} is in the plan, neither its file nor its parameters: what would run has nothing to do with the tool.`,
    hint: 'Let the runtime pass {tool_path} or {params_json}, or choose another executor.',
  }),
  'typescript-on-node': ({ path, program }) => ({
    message: `${path} is TypeScript, which ${quoted(program)} runs only from Node 22.18 on: an older Node, such as 20.19, ends with ERR_UNKNOWN_FILE_EXTENSION.`,
    hint: 'Write the tool in JavaScript (.mjs), or choose a runtime whose program reads TypeScript, such as deno, bun or tsx.',
  }),
  'timeout-none': () => ({
    message: 'The plan has no timeout of its own: the limit of the host that runs it holds.',
    hint: 'Set the timeout in seconds if the tool should be stopped earlier.',
  }),
  'plan-incomplete': ({ primitive, problem, item_id, path, nested }) => ({
    message: `${primitive} cannot start${item_id === undefined ? '' : ` for ${quoted(item_id)}`}${path === undefined ? '' : ` (${path})`}: ${problem}.${flatForm(nested)}`,
    hint: 'Set it in the config of the tool or its runtime.',
  }),
  'lockfile-unreadable': ({ path, problem }) => ({
    message: `The lockfile ${path} cannot be read: ${problem}. Delete it (\`rye-chain lock delete ${itemOfLockfile(path)}\`) or repair it.`,
    hint: 'An unreadable lockfile is never overwritten.',
  }),
  'lockfile-root-drift': ({ path, field, locked, now }) => ({
    message: `The lockfile ${path} pins ${field} ${quoted(locked)} of the tool; now it is ${quoted(now)}. ${resignAndDelete(path)}.`,
    hint: 'If the change is not intended, restore the file, rather than sign it again and delete the lockfile.',
  }),
  'lockfile-element-drift': ({ path, item_id, field, locked, now }) => ({
    message: `The lockfile ${path} pins ${field} ${quoted(locked)} of ${quoted(item_id)}; now it is ${quoted(now)}. ${resignAndDelete(path)}.`,
    hint: 'If the change is not intended, restore the file, rather than sign it again and delete the lockfile.',
  }),
  'lockfile-chain-differs': ({ path, locked, now }) => ({
    message: `The lockfile ${path} pins another chain: ${firstDifference(locked, now)}. ${resignAndDelete(path)}.`,
    hint: 'If the change is not intended, restore the chain, rather than sign it again and delete the lockfile.',
  }),
  'lockfile-chain-broken': ({ path, problem }) => ({
    message: `The lockfile ${path} pins a chain that can no longer be built (${brokenChains[problem] ?? problem}). ${resignAndDelete(path)}.`,
    hint: 'If the change is not intended, restore the chain, rather than sign it again and delete the lockfile.',
  }),
  'work-limit': ({ step, path, limit, most }) => ({
    message: `This takes more work than an analysis may do (${most} units, limit ${limit}); most of it was ${steps[step].doing}${path === null ? '' : ` of ${path}`}.`,
    hint: steps[step].hint,
  }),
  'findings-limit': ({ limit, most, left_out }) => ({
    message: `Only ${most} findings are listed here, and ${left_out} more are left out (limit ${limit}).`,
    hint:
      limit === 'itemFindings'
        ? 'Fix those that are listed, or analyze the item alone: that lists all.'
        : 'Fix those that are listed first; the most severe ones are.',
  }),
  'check-limit': ({ limit, most }) => ({
    message: `Not checked: the items before took all that one check may ${limit === 'checkWork' ? `do (${most} units of work` : `list (${most} findings`}, limit ${limit}).`,
    hint: 'Fix or simplify what is listed, or analyze the item alone.',
  }),
  'engine-fault': ({ problem }) => ({
    message: `The engine failed on this input: ${problem}.`,
    hint: 'This is our mistake: please report it with the files that cause it.',
  }),
  'anchor-placeholder-unknown': ({ placeholder }) => ({
    message: `The anchor has no ${placeholder}; it stays as text.`,
    hint: 'Known names: tool_path, tool_dir, tool_parent, anchor_path, runtime_lib, project_path, user_space, system_space.',
  }),
} satisfies Partial<ProseFor<keyof Facts>>
