import { itemOptions } from '../analyze.ts'
import type { Command } from '../command.ts'
import { directoryOptions } from '../project-options.ts'

/** A real run from the command line, through the same `execute` and the same sandbox as on the server (R14.1). */
export const runCommand: Command = {
  name: 'run',
  words: '[ITEM]',
  about: 'Run one item in the sandbox: shows what it will do, asks, streams, and ends with its verdict.',
  more: 'ITEM is an item id or the path of its file. A graph is walked node by node. The tool sees a copy of the project; what it changes there is told, and kept with --keep. Exit code: 0 success, 1 failure or refused, 2 not understood or not found. Ctrl+C ends the tool first; a shell is told 130.',
  options: {
    ...itemOptions,
    params: { value: 'JSON', about: "The caller's parameters, as one JSON object; - reads them from standard input." },
    ...directoryOptions,
    'project-path': {
      value: 'DIR',
      about: 'The same as --dir, as plans of graphs name it: parameters come on standard input.',
    },
    yes: { about: 'Run without asking, whatever a graph comes to as well.' },
    json: { about: 'The result as one JSON document on standard output, and nothing else there (R14.1).' },
    trace: { about: 'Every decision on standard error, one JSON document a line.' },
    venv: { value: 'DIR', about: "An environment of Python in place of the project's own .venv." },
    keep: { about: 'Write what the tool changed back into the project.' },
    'no-lock': { about: 'Write no lockfile after a first success (R11.3).' },
    'leave-out': {
      value: 'PATH',
      multiple: true,
      about: 'A file or folder of the project that the tool does not see.',
    },
    'http-allow': { value: 'HOST', multiple: true, about: 'A host that the http_client primitive may reach.' },
    'http-allow-private': {
      value: 'HOST',
      multiple: true,
      about: 'The same, also at a private address, such as 127.0.0.1:8080.',
    },
    save: { value: 'FILE', about: 'Where a graph stops before its end, its state: for --resume.' },
    resume: { value: 'FILE', about: 'Go on with a walk that was saved; what came before it is not run again.' },
    limits: {
      value: 'NAME=N',
      multiple: true,
      about: 'A limit of the run that differs from its default: wall_seconds=600.',
    },
  },
  async run(given, io) {
    // The sandbox takes longer to load than most commands to run.
    const { runItem } = await import('./run-item.ts')
    return runItem(given, io)
  },
}
