/** A technical term of the page, explained in two sentences. */
export interface Term {
  readonly title: string
  readonly text: string
}

/** The technical terms, in order of first use. `#docs/NAME` explains each term in detail. */
export const glossary = {
  chain: {
    title: 'chain',
    text: 'A chain connects a tool call to the operating system: each element names the next element as its executor, down to a primitive. Each element can set parts of the command.',
  },
  tool: {
    title: 'tool',
    text: 'A tool is a file with code and a few lines of metadata. The metadata names the executor that runs the tool.',
  },
  runtime: {
    title: 'runtime',
    text: 'A runtime defines the interpreter, arguments and environment for one kind of tool. It is a file between the tool and the primitive, and you can write your own.',
  },
  primitive: {
    title: 'primitive',
    text: 'A primitive ends every chain: it starts a process or sends a request. It has no executor, and the dialect defines which primitives exist.',
  },
  executor: {
    title: 'executor',
    text: 'The executor of an item is the next element of its chain, named by executor_id in its metadata. An item without an executor ends the chain and must be a primitive.',
  },
  item: {
    title: 'item',
    text: 'An item is a tool, a runtime or a primitive with an ID, such as demo/greet. The ID is the path of its file in .ai/tools, without the extension.',
  },
  space: {
    title: 'space',
    text: 'A space is one of three sources of files: the project, the user folder, and the system files included with Rye. Rye searches them in this order and uses the first file with the requested ID.',
  },
  shadow: {
    title: 'shadowed',
    text: 'A file is shadowed when a space that is searched earlier has a file with the same ID. A shadowed file has no effect.',
  },
  bundle: {
    title: 'bundle',
    text: 'A bundle is a read-only set of system files with a name and a version, included with the product or with a draft. A file in your project overrides the bundle’s file with the same ID.',
  },
  dialect: {
    title: 'dialect',
    text: 'A dialect is one of three generations of the rules: kiwi, lilux and lillux. It defines the available primitives, the supported file types, and how a tool receives its parameters.',
  },
  kiwi: {
    title: 'kiwi',
    text: 'The oldest dialect: a file without an executor is a primitive if it is named subprocess or http_client, and the caller’s parameters are merged into its config. It has no lockfiles, no tool config and no state graphs.',
  },
  lilux: {
    title: 'lilux',
    text: 'The middle dialect: the primitives are subprocess and http_client, and a tool receives its parameters as one argument, --params. It has lockfiles, but no tool config and no state graphs.',
  },
  lillux: {
    title: 'lillux',
    text: 'The newest dialect, and the default: the only primitive is execute, and a tool receives its parameters on standard input. It adds JavaScript and TypeScript tools, tool configs and state graphs.',
  },
  search: {
    title: 'search',
    text: 'The search mode, scoped or global, sets the spaces that Rye searches for an executor. Drafts and links store the search mode.',
  },
  scoped: {
    title: 'scoped search',
    text: 'Scoped search, the default, starts in the space of the element that names the executor. It covers all three spaces for a project element, the user and system spaces for a user element, and only the system space for a system element.',
  },
  global: {
    title: 'global search',
    text: 'Global search covers all three spaces for every element. Use it to see how the space rule refuses an executor that a scoped search does not find.',
  },
  'dev-mode': {
    title: 'dev mode',
    text: 'In dev mode, a file that is unsigned, changed or signed with an unknown key is reported but can run. Outside dev mode, such a file prevents the run.',
  },
  'space-rule': {
    title: 'space rule',
    text: 'A project element can depend on all spaces, a user element on the user and system spaces, and a system element only on the system space. Shared files therefore never depend on one project.',
  },
  'io-rule': {
    title: 'I/O rule',
    text: 'Every input of an executor must be an output of the element that names it. The rule applies only if the executor declares inputs and the other element declares outputs.',
  },
  'version-rule': {
    title: 'version rule',
    text: 'With child_constraints, an executor limits the versions of the elements that name it, from min_version to max_version. If such an element has no version, Rye reports a warning.',
  },
  'not-declared': {
    title: 'not declared',
    text: 'Not declared means that at least one of the two files lacks the value that a rule compares. Rye then does not check the rule.',
  },
  plan: {
    title: 'plan',
    text: 'The plan is the result of the chain: one command with its arguments, environment, working directory and input, or one request. You can see the plan without running the tool.',
  },
  digest: {
    title: 'digest',
    text: 'A digest is a SHA-256 fingerprint of the whole plan: two plans with the same digest run the same command. An approval uses a digest that also covers the content of all files.',
  },
  passes: {
    title: 'template passes',
    text: 'The first pass replaces ${NAME} with environment variables, and the second replaces {name} with values of the merged config. The answer under “Why” shows both passes for every value.',
  },
  interpreter: {
    title: 'interpreter search',
    text: 'A runtime lists the places to search for its interpreter and the variable that stores the result. If the search fails, the engine uses the fallback, if the runtime defines one.',
  },
  'tool-config': {
    title: 'tool config',
    text: 'Tool config is YAML in .ai/config that an item requests with config_resolve. Rye either merges the system, user and project files in this order, or uses only the first file, starting with the project.',
  },
  anchor: {
    title: 'anchor',
    text: 'The anchor is a folder with the files that a tool needs: the tool’s folder, the parent folder, or the project. It can set the working directory, add folders to variables such as PYTHONPATH, and verify the files next to the tool.',
  },
  lockfile: {
    title: 'lockfile',
    text: 'A lockfile records the chain that ran a tool and the hash of each file. If a file or the chain changes later, Rye refuses the run and shows the difference.',
  },
  signature: {
    title: 'signature',
    text: 'A signature is a line at the start of a file, created with a private key from the hash of the rest. It shows whether the file has changed and whether you trust the signer’s key.',
  },
  trace: {
    title: 'trace',
    text: 'The trace lists every engine step in order: each search, file, check, merge and replacement. The engine records it while it builds the plan.',
  },
  world: {
    title: 'World',
    text: 'The world is the machine outside the draft: its environment, programs and files. Change the world to see the result on another machine.',
  },
  predicted: {
    title: 'predicted',
    text: 'Predicted means computed by the engine without a run. The engine predicts the command, but not its output.',
  },
  simulated: {
    title: 'simulated',
    text: 'A simulated run takes place in the browser, with Python, JavaScript and a shell in WebAssembly, without access to the network or your files. The page lists unsupported features before the run.',
  },
  real: {
    title: 'real run',
    text: 'A real run starts the command in a sandbox on a server, such as one you start with npm start. You approve the whole command first, for one run only.',
  },
  graph: {
    title: 'state graph',
    text: 'A state graph is a tool made of nodes that call other tools and edges that choose the next node. A walk runs one node at a time and stores its state between steps.',
  },
} as const satisfies Readonly<Record<string, Term>>

export type TermName = keyof typeof glossary
