// Exports of this folder, imported as `#core/plan`.
export { placeAnchor } from './anchor/anchor.ts'
export { anchorContext, contextText, contextValues } from './anchor/context.ts'
export { dependencySearch, findDependencies } from './anchor/dependencies.ts'
export { anchorApplies, anchorRoot } from './anchor/place.ts'
export { expandContext } from './env/context.ts'
export { placesOfProgram } from './env/program.ts'
export type { EnvContributor } from './env/contributor.ts'
export { applyEnvPaths, processEnv } from './env/process-env.ts'
export { baseEnv, resolveEnv, type Environment } from './env/resolve.ts'
export { parametersOf } from './parameters.ts'
export { buildExecutionConfig } from './config.ts'
export { planProcess, type ProcessParts } from './process.ts'
export type { Contributor, TemplateStep } from './provenance.ts'
export { expandConfig } from './template/expand.ts'
export {
  bare,
  sourcedText,
  sourcedValue,
  type Sourced,
  type SourcedDict,
  type SourcedText,
} from './template/sourced.ts'
export { expandVariables } from './template/variables.ts'
export { deepMerge } from './tool-config/merge.ts'
export { resolveToolConfig } from './tool-config/resolve.ts'
export { parameterValues } from './parameters.ts'
