// Exports of this folder, imported as `#core/diagnostics`.
export { type Diagnostic, type DiagnosticCode } from './facts.ts'
export { blocksRun, changesRun, severity, severityOf, type Severity } from './severity.ts'
export { listed } from './prose.ts'
export { otherProse } from './prose-part.ts'
