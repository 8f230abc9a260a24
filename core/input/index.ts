// What the rest of the product may import of this folder, as `#core/input`.
export type { Content, FileTree, Listing, Look, Stamp } from './file-tree.ts'
export type { Host } from './host.ts'
export { purePorts } from './pure-ports.ts'
export { MemoryTree } from './memory-tree.ts'
export { fsTree, type Mount } from './node-tree.ts'
