import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { directoryOptions, projectOptions } from './project-options.ts'

const { dir } = directoryOptions

/** R10.3, R10.5: make the project trust a key. */
export const trustCommand: Command = {
  name: 'trust',
  words: 'FINGERPRINT|PEMFILE',
  about: 'Add a trusted key to the project: your own, one that another space trusts, or one from a PEM file.',
  more: 'Before you trust a key from a file, compare its fingerprint with the fingerprint from its owner.',
  options: {
    ...(dir ? { dir } : {}),
    user: {
      value: 'DIR',
      about:
        'The user space with your key and the keys that it trusts. Default: for your key the home directory, for other keys rye-chain.yaml or USER_SPACE.',
    },
    owner: { value: 'NAME', about: 'The owner of the key.' },
    json: { about: 'Print the fingerprint and the path as JSON.' },
  },
  async run(given, io) {
    const [name, ...more] = given.words
    if (name === undefined || more.length > 0)
      throw new ReportedError('usage', 'Pass one key: its fingerprint, or a PEM file.')
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    const { fingerprint, path } = await project.trust({
      key: name,
      owner: given.text('owner'),
      user: given.text('user'),
    })
    if (given.flag('json')) printJson(io, { fingerprint, path: directory.onDisk(path) ?? path })
    else io.out(`The project trusts ${fingerprint}: ${directory.shown(path)}\n`)
    return 0
  },
}
