import { fileTrees } from './file-trees.ts'
import { nameTrees } from './name-trees.ts'
import { runtimeTrees } from './runtime-trees.ts'
import type { GrowingTree } from './tree-parts.ts'

/** Trees whose check must grow only with their size: parts that `n` tools have in common are examined once. */
export const growingTrees: readonly GrowingTree[] = [...runtimeTrees, ...fileTrees, ...nameTrees]
