import type { Command } from '../cli/command.ts'
import { inputStream } from '../cli/io.ts'
import { buildOf, keptOptions } from '../cli/kept.ts'
import { directoryOptions, projectOptions } from '../cli/project-options.ts'

const { dir: _dir, ...options } = directoryOptions

/** The language server: the features of the page's editor in other editors. */
export const lspCommand: Command = {
  name: 'lsp',
  about: 'Start a language server for your editor on standard input and output.',
  more: 'Provides problems, completion, hover, definition, references, rename, fixes, outline and lenses in the files of .ai. The project of a file is the folder that contains its .ai. For the setup of editors, see docs/editors.md.',
  options: {
    ...options,
    ...keptOptions,
    stdio: { about: 'Ignored: standard input and output are the only transport.' },
  },
  async run(given, io) {
    // Imported on demand, because loading the protocol library takes longer than most commands.
    const { serveEditor } = await import('../lsp/server.ts')
    return serveEditor(
      { ...projectOptions(given, io), build: buildOf(given, io) },
      inputStream('messages of an editor (Language Server Protocol)'),
      io.err,
    )
  },
}
