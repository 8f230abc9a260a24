import { expect, test } from 'vitest'
import { readFolder } from './local-folder.ts'

const [composed, decomposed] = ['caf\u00e9.py', 'cafe\u0301.py']

/** A folder with files, each with its name as text. macOS finds a file by each Unicode form of its name. */
function folderOf(names: readonly string[], isMacOs: boolean): FileSystemDirectoryHandle {
  const form = (name: string): string => (isMacOs ? name.normalize('NFC') : name)
  const handleOf = (name: string) => ({ name, kind: 'file', getFile: async () => new File([name], name) })
  const folder = {
    name: 'project',
    kind: 'directory',
    values: async function* () {
      for (const name of names) yield handleOf(name)
    },
    getFileHandle: async (wanted: string) => {
      const found = names.find((name) => form(name) === form(wanted))
      if (found === undefined) throw new DOMException('', 'NotFoundError')
      return handleOf(found)
    },
  }
  return folder as unknown as FileSystemDirectoryHandle
}

test.for([
  { name: 'macOS', isMacOs: true, names: [decomposed], read: [composed] },
  { name: 'another system', isMacOs: false, names: [decomposed], read: [decomposed] },
  {
    name: 'another system with both forms',
    isMacOs: false,
    names: [decomposed, composed],
    read: [decomposed, composed],
  },
])(
  'a decomposed name in an opened folder is composed only if the composed name finds the same file: $name',
  async (row) => {
    const { files } = await readFolder(folderOf(row.names, row.isMacOs))
    expect(files.map(({ name }) => name)).toEqual(row.read.map((name) => `project/${name}`))
  },
)
