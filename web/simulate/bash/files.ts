import type { Volume, VolumeEntry } from '../host/volume.ts'

/** The volume as raw storage for bashkit, which applies the rules of the shell. */
export function hostFileSystem(volume: Volume): object {
  return {
    read: (path: string) => volume.read(path),
    write: (path: string, content: Uint8Array) => volume.write(path, content.slice()),
    append: (path: string, content: Uint8Array) => volume.append(path, content),
    mkdir: (path: string, recursive: boolean) => volume.mkdir(path, recursive),
    remove: (path: string, recursive: boolean) => volume.remove(path, recursive),
    rename: (from: string, to: string) => volume.rename(from, to),
    exists: (path: string) => volume.find(path) !== undefined,
    stat: (path: string) => statOf(entryOf(volume, path)),
    symlink: (target: string, path: string) => volume.symlink(target, path),
    readLink: (path: string) => volume.readlink(path),
    chmod: (path: string, mode: number) => volume.chmod(path, mode),
    readDir: (path: string) =>
      volume.list(path).map((name) => ({ name, ...statOf(entryOf(volume, `${path}/${name}`)) })),
  }
}

function entryOf(volume: Volume, path: string): VolumeEntry {
  return volume.own(path) ?? volume.at(path)
}

function statOf({ kind, ...rest }: VolumeEntry): object {
  return { type: kind === 'file' ? 'file' : kind === 'link' ? 'symlink' : 'dir', ...rest }
}
