// What the rest of the product may import of this folder, as `#core/write`.
export { kindProblem, newTool, newToolKinds, type NewToolKind } from './new-tool.ts'
export { chainMermaid, chainSvg } from './chain-picture.ts'
export { analysisReport, chainMarkdown } from './report.ts'
