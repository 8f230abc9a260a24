import { bytes, text, type Plain } from './plain.ts'
import type { Volume, VolumeEntry } from '../host/volume.ts'

/** The file operations of the VM. */
export function fileOperations(volume: () => Volume) {
  /** The inode numbers that `stat` returns, by path. */
  const numbers = new Map<string, number>()
  const facts = (entry: VolumeEntry, path: string): string => {
    const ino = numbers.get(path) ?? numbers.size + 1
    numbers.set(path, ino)
    return JSON.stringify({ ...entry, ino })
  }
  return {
    read: (path: Plain) => volume().read(text(path)),
    /** Read bytes of a file from an offset, up to a maximum length. */
    readAt(path: Plain, from: Plain, length: Plain) {
      return volume()
        .read(text(path))
        .slice(Number(from), Number(from) + Number(length))
    },
    writeFile: (path: Plain, data: Plain) => volume().write(text(path), bytes(data)),
    /** Write bytes to a file at an offset, which can be past the end of the file. */
    writeAt(path: Plain, data: Plain, at: Plain) {
      const [old, added, from] = [volume().read(text(path)), bytes(data), Number(at)]
      const made = new Uint8Array(Math.max(old.length, from + added.length))
      made.set(old)
      made.set(added, from)
      volume().write(text(path), made)
    },
    truncate(path: Plain, length: Plain) {
      const made = new Uint8Array(Number(length))
      made.set(volume().read(text(path)).subarray(0, Number(length)))
      volume().write(text(path), made)
    },
    append: (path: Plain, data: Plain) => volume().append(text(path), bytes(data)),
    list: (path: Plain) => JSON.stringify(volume().list(text(path))),
    stat: (path: Plain) => facts(volume().at(text(path)), volume().realpath(text(path))),
    lstat(path: Plain) {
      return facts(volume().own(text(path)) ?? volume().at(text(path)), text(path))
    },
    kind: (path: Plain) => volume().find(text(path))?.kind,
    ownKind: (path: Plain) => volume().own(text(path))?.kind,
    realpath: (path: Plain) => volume().realpath(text(path)),
    mkdir: (path: Plain, recursive: Plain) => volume().mkdir(text(path), recursive === true),
    remove: (path: Plain, recursive: Plain) => volume().remove(text(path), recursive === true),
    rename: (from: Plain, to: Plain) => volume().rename(text(from), text(to)),
    symlink: (target: Plain, path: Plain) => volume().symlink(text(target), text(path)),
    readlink: (path: Plain) => volume().readlink(text(path)),
    chmod: (path: Plain, mode: Plain) => volume().chmod(text(path), Number(mode) & 0o7777),
    utimes: (path: Plain, mtimeMs: Plain) => volume().utimes(text(path), Number(mtimeMs)),
  }
}
