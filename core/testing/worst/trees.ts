import { fileTrees } from './file-trees.ts'
import { nameTrees } from './name-trees.ts'
import { runtimeTrees } from './runtime-trees.ts'
import type { GrowingTree } from './tree-parts.ts'

/** Trees whose check must grow linearly: parts that `n` tools share are checked once. */
export const growingTrees: readonly GrowingTree[] = [...runtimeTrees, ...fileTrees, ...nameTrees]
