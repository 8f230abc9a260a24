// Exports of this folder, imported as `#core/write`.
export { kindProblem, newTool, newToolKinds, type NewToolKind } from './new-tool.ts'
export { chainMermaid, chainSvg } from './chain-picture.ts'
export { analysisReport, chainMarkdown } from './report.ts'
