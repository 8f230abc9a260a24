/** A word of this page and what it means, in two sentences. */
export interface Term {
  readonly title: string
  readonly text: string
}

/** The words that a newcomer cannot know, in the order in which they are met. `#docs/NAME` tells more of each. */
export const glossary = {
  chain: {
    title: 'chain',
    text: 'A chain is how one tool call reaches the operating system: the tool names its executor, which names the next, down to a primitive. What each of them adds to the command is shown under Command and Why.',
  },
  tool: {
    title: 'tool',
    text: 'A tool is what is called: a file with code and a few lines of metadata. It does not run by itself but names the executor that knows how.',
  },
  runtime: {
    title: 'runtime',
    text: 'A runtime knows how to run one kind of tool: with which interpreter, arguments and environment. It is a file between the tool and the primitive, and you can write one of your own.',
  },
  primitive: {
    title: 'primitive',
    text: 'A primitive is the end of every chain, where a process is started or a request is sent. It has no executor, and which primitives there are is decided by the dialect.',
  },
  executor: {
    title: 'executor',
    text: 'The executor of an item is the next element of its chain, named by executor_id in its metadata. An item without one ends the chain and must be a primitive.',
  },
  item: {
    title: 'item',
    text: 'An item is a tool, a runtime or a primitive that has an id, such as demo/greet. The id is the path of its file below .ai/tools, without the extension.',
  },
  space: {
    title: 'space',
    text: 'A space is one of three places that files come from: the project, the user’s own folder, and the system files that come with Rye. They are searched in this order, and the first file of an id wins.',
  },
  shadow: {
    title: 'shadowed',
    text: 'A file is shadowed when a space that is searched earlier has a file of the same id. It is still there, and has no effect.',
  },
  bundle: {
    title: 'bundle',
    text: 'A bundle is a set of system files with a name and a version. It comes with the product, or with a draft that brings its own, and is read-only; a copy in your project wins over it.',
  },
  dialect: {
    title: 'dialect',
    text: 'A dialect is one of three generations of the rules: kiwi, lilux and lillux. It decides which primitives there are, which files are read, and how parameters reach a tool.',
  },
  kiwi: {
    title: 'kiwi',
    text: 'The oldest rules: any file without an executor is a primitive, and the caller’s parameters are merged into those of the primitive. It has no lockfiles, no tool config and no state graphs.',
  },
  lilux: {
    title: 'lilux',
    text: 'The rules in the middle: the primitives are subprocess and http_client, and parameters reach the tool as one argument, --params. It has lockfiles, but no tool config and no state graphs.',
  },
  lillux: {
    title: 'lillux',
    text: 'The newest rules, and those a new draft has: the one primitive is execute, and parameters reach the tool on its standard input. Tools may be JavaScript and TypeScript too, and there are tool configs and state graphs.',
  },
  search: {
    title: 'search',
    text: 'The search says in which spaces the executor of an element is looked for, scoped or global. It belongs to the draft and travels with its links.',
  },
  scoped: {
    title: 'scoped search',
    text: 'Scoped search begins in the space of the element that names the executor: a project element sees all three spaces, a user element user and system, a system element the system alone. It is the ordinary search.',
  },
  global: {
    title: 'global search',
    text: 'Global search looks in all three spaces whoever asks. It is there to see the space rule at work, which refuses what scoped search would not have found.',
  },
  'dev-mode': {
    title: 'dev mode',
    text: 'In dev mode a file that is unsigned, changed or signed by an unknown key is a warning. Without it, such a file refuses the run.',
  },
  'space-rule': {
    title: 'space rule',
    text: 'An element may depend on its own space and on those that are searched later: project on all, user on user and system, system on system alone. Otherwise files that all projects share would depend on one of them.',
  },
  'io-rule': {
    title: 'I/O rule',
    text: 'What an executor takes as inputs must be among the outputs of the element that names it. It is checked only where both of them declare it.',
  },
  'version-rule': {
    title: 'version rule',
    text: 'An executor may say with child_constraints which versions of an element it runs, from min_version to max_version. An element without a version is then a warning.',
  },
  'not-declared': {
    title: 'not declared',
    text: 'Not declared means that at least one of the two files does not say what this rule compares. Nothing is wrong then, and nothing is checked.',
  },
  plan: {
    title: 'plan',
    text: 'The plan is what the chain comes to: one command with its arguments, environment, folder and input, or one request. Nothing has been run when you see it.',
  },
  digest: {
    title: 'digest',
    text: 'A digest is a fingerprint of the whole plan, computed with SHA-256. Two plans with one digest run the same, so a confirmation or a recorded result is bound to it.',
  },
  passes: {
    title: 'template passes',
    text: 'The first pass puts variables of the environment in the place of ${NAME}, the second puts values of the merged config in the place of {name}. Why shows both for every value.',
  },
  interpreter: {
    title: 'interpreter search',
    text: 'A runtime says where to look for its interpreter and which variable keeps what was found. If none is found its fallback is taken, and every place that was tried is listed.',
  },
  'tool-config': {
    title: 'tool config',
    text: 'Tool config is YAML below .ai/config that an item asks for with config_resolve. The files of system, user and project are merged in this order, or the first that is found counts.',
  },
  anchor: {
    title: 'anchor',
    text: 'The anchor is the folder that a tool is run from: its own folder, the one above, or the project. It can put folders into variables such as PYTHONPATH and have the files beside the tool verified first.',
  },
  lockfile: {
    title: 'lockfile',
    text: 'A lockfile writes down the chain that a tool ran with and the hash of each of its files. When a file or the chain is another one later, the run is refused and the difference is named.',
  },
  signature: {
    title: 'signature',
    text: 'A signature is the first line of a file, made with somebody’s private key over the hash of the rest. It shows whether the file is as its author left it, and whether you trust the author’s key.',
  },
  trace: {
    title: 'trace',
    text: 'The trace lists every step of the engine in order: what was looked for, found, verified, merged and replaced. It is recorded while the plan is made, not told afterwards.',
  },
  world: {
    title: 'World',
    text: 'The world is what lies outside the files: the machine’s environment, its programs and files. Change it here to see what the chain would come to elsewhere.',
  },
  predicted: {
    title: 'predicted',
    text: 'Predicted is what the engine knows without running anything: the command. It cannot know what the tool prints.',
  },
  simulated: {
    title: 'simulated',
    text: 'Simulated means run inside this page, with Python, JavaScript and a shell in WebAssembly, without network and without your files. What the simulation lacks is said before the click.',
  },
  real: {
    title: 'real run',
    text: 'A real run starts the command on a server that you start yourself with npm start, in a sandbox. You confirm the whole command first, and the confirmation is used once.',
  },
  graph: {
    title: 'state graph',
    text: 'A state graph is a tool made of nodes that call other tools, and of edges that say which comes next. It is walked step by step, and keeps a state between the steps.',
  },
} as const satisfies Readonly<Record<string, Term>>

export type TermName = keyof typeof glossary
