import { itemOptions } from '../analyze.ts'
import type { Command } from '../command.ts'
import { directoryOptions } from '../project-options.ts'

/** A real run from the command line, with the same `execute` and the same sandbox as on the server (R14.1). */
export const runCommand: Command = {
  name: 'run',
  words: '[ITEM]',
  about: 'Run an item in the sandbox. Shows the command, asks for confirmation, and prints the output and result.',
  more: 'ITEM is an item ID or the path of its file. A state graph runs node by node. The tool works on a copy of the project. run reports the changed files, and writes them back only with --keep. Exit code: 0 success, 1 failure or refused, 2 wrong usage or not found. Ctrl+C stops the tool first, then exits with 130.',
  options: {
    ...itemOptions,
    params: { value: 'JSON', about: 'The parameters, as one JSON object; - reads them from standard input.' },
    ...directoryOptions,
    'project-path': {
      value: 'DIR',
      about:
        'The same as --dir, but also reads the parameters from standard input. The plans of state graphs use this option.',
    },
    yes: { about: 'Run without confirmation, including every command that a graph reaches.' },
    json: { about: 'Print only the result, as one JSON document on standard output (R14.1).' },
    trace: { about: 'Print every decision on standard error, one JSON document per line.' },
    venv: { value: 'DIR', about: "A Python environment instead of the project's .venv." },
    keep: { about: 'Write the files that the tool changed back to the project.' },
    lock: { about: 'Write a lockfile after the first success (R11.3). Default with --strict.' },
    'no-lock': { about: 'Do not write a lockfile. Default without --strict.' },
    'leave-out': {
      value: 'PATH',
      multiple: true,
      about: 'A file or folder of the project to hide from the tool.',
    },
    'http-allow': { value: 'HOST', multiple: true, about: 'A host that the http_client primitive may contact.' },
    'http-allow-private': {
      value: 'HOST',
      multiple: true,
      about: 'Like --http-allow, but even at a private address, such as 127.0.0.1:8080.',
    },
    save: { value: 'FILE', about: 'If a graph stops before its end, write its state to this file, for --resume.' },
    resume: { value: 'FILE', about: 'Continue a saved walk; earlier steps do not run again.' },
    limits: {
      value: 'NAME=N',
      multiple: true,
      about: 'Change a limit of the run, such as wall_seconds=600.',
    },
  },
  async run(given, io) {
    // Imported only now, because loading the sandbox takes longer than printing the help.
    const { runItem } = await import('./run-item.ts')
    return runItem(given, io)
  },
}
