// Exports of this folder, imported as `#core/simulation`.
export { absentModules } from './absent-modules.ts'
export { absentNames } from './absent-names.ts'
export { interpreterNameOf, isShellProgram, type InterpreterName } from './interpreter.ts'
export type { Lack } from './lack.ts'
export { lacksOf, simulationOf, type Simulation } from './lacks.ts'
export { shownDifferences } from './shown.ts'
