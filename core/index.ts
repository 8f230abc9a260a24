// The public surface of the engine, by name. Nothing else of core/ is importable from outside.
export { analyze, resolveRun, type AnalysisOptions, type AnalysisRequest, type Resolution } from './analyze.ts'
export type * from './analysis.ts'
export { placeAnchor, type PlacedAnchor } from './anchor/anchor.ts'
export { anchorContext, contextNames, contextText, contextValues } from './anchor/context.ts'
export { findDependencies } from './anchor/dependencies.ts'
export { anchorApplies, anchorRoot, applyEnvPaths } from './anchor/place.ts'
export { buildChain, elementValue, fieldRange, primitiveAtEnd, type Chain, type ChainElement } from './chain.ts'
export { describe } from './diagnostics/describe.ts'
export { type Diagnostic, type DiagnosticCode, type Facts, type NearMiss } from './diagnostics/facts.ts'
export { blocksRun, severity, severityOf, type Severity } from './diagnostics/severity.ts'
export { dialects, isDialectName, primitiveOf, type Dialect, type DialectName, type PrimitiveKind } from './dialect.ts'
export { expandContext } from './env/context.ts'
export type { EnvContributor } from './env/contributor.ts'
export { baseEnv, resolveEnv, type Environment } from './env/resolve.ts'
export {
  execute,
  newLockfile,
  readOutcome,
  type ExecuteHost,
  type ExecuteRequest,
  type ExecutionResult,
} from './execute.ts'
export { expectedOf, planValues } from './expected.ts'
export type { FileText } from './file-text.ts'
export { extensionOf, joinPath, nameOf, parentOf, type FileTree, type Look } from './file-tree.ts'
export { pureHost, type Host } from './host.ts'
export { canonicalJson } from './integrity/canonical.ts'
export { signHash, verifyHash } from './integrity/ed25519.ts'
export { contentHash } from './integrity/hash.ts'
export { keyToml } from './integrity/key-file.ts'
export {
  fingerprintOf,
  makeKeyPair,
  readKeyPair,
  readPrivateKey,
  readPublicKey,
  type KeyPair,
} from './integrity/pem.ts'
export {
  readSigningKeys,
  signFile,
  signingKeyPaths,
  signText,
  trustKeyFile,
  type FileToWrite,
} from './integrity/sign.ts'
export {
  contentForHash,
  readSignature,
  signedKindOf,
  takesSignature,
  withoutSignature,
  type Signature,
  type SignedKind,
} from './integrity/signature.ts'
export { findSignedText, type SignedOriginal } from './integrity/signed-text.ts'
export { findTrustedKey } from './integrity/trust.ts'
export { verifyFile, type Verification } from './integrity/verify.ts'
export { idProblem, toolExtensions } from './item-id.ts'
export { parseJson } from './json.ts'
export { limits } from './limits.ts'
export { plain, type Located } from './located.ts'
export { lockfileOf, readLockfile, type LockfileState } from './lockfile/check.ts'
export { lockfileToWrite } from './lockfile/create.ts'
export type { LockedElement } from './lockfile/document.ts'
export { findLockfile, listLockfiles, lockfileToDelete, lockfileWritePath } from './lockfile/places.ts'
export { MemoryTree } from './memory-tree.ts'
export { fieldNames, fieldValue, type FieldName, type Metadata } from './metadata/metadata.ts'
export { parseForDocument } from './metadata/document.ts'
export { fieldSpelled, preferredSpelling } from './metadata/names.ts'
export { readMetadata } from './metadata/read.ts'
export { keySchemaAt, metadataSchema, valuesIn, type KeySchema } from './metadata/schema.ts'
export { nearest } from './near.ts'
export { fsTree, type Mount, type NodeFs, type NodeTreeOptions } from './node-tree.ts'
export type {
  CapturedText,
  FileChange,
  HttpEnding,
  HttpOutcome,
  LeftOut,
  Outcome,
  ProcessEnding,
  ProcessOutcome,
} from './outcome.ts'
export { checkParameters, parametersOf, parametersPath, readParameters } from './parameters.ts'
export { buildExecutionConfig } from './plan/config.ts'
export { processEnv } from './plan/primitive-pass.ts'
export { planProcess, type ProcessParts } from './plan/process.ts'
export { leavesOf, pointerTo, type Leaf } from './pointer.ts'
export type { Attempt, Contribution, Contributor, Provenance, Span, TemplateStep } from './provenance.ts'
export { findItem, findShadowed, idOf, listItems, nearMisses, placesInReach, type ListedItem } from './resolve.ts'
export { readOutput, type ProcessOutput } from './result.ts'
export { findSecrets, fingerprint, type Secret } from './secrets.ts'
export { chainHash, portableElement } from './seals.ts'
export { decodeShare, encodeShare } from './share.ts'
export { parseSnapshot } from './snapshot-parser.ts'
export type { Snapshot } from './snapshot.ts'
export { positionAt, type Position, type SourceRange } from './source.ts'
export { isSpace, isSystem, mayDependOn, type Space } from './space.ts'
export { expandConfig } from './template/expand.ts'
export { bare, sourcedText, sourcedValue, type Sourced, type SourcedText } from './template/sourced.ts'
export { expandVariables } from './template/variables.ts'
export { deepMerge } from './tool-config/merge.ts'
export { resolveToolConfig } from './tool-config/resolve.ts'
export { untraced, type Found, type StepName, type Trace, type TraceEvent, type Verdict } from './trace.ts'
export { validateChain, type ChainVerdict } from './validate/chain.ts'
export type { Claim } from './validate/claim.ts'
export { validateTool } from './validate/lint.ts'
export { satisfiesVersion } from './validate/version.ts'
export { decodeValue, encodeValue, type JsonValue } from './value/encode.ts'
export { pyStr } from './value/text.ts'
export { isDict, isList, isTruthy, type Dict, type Value } from './value/value.ts'
export type { Place } from './place.ts'
export { Workspace } from './workspace.ts'
export type { Bundle, ProgramAnswer, WorkspaceSettings, World } from './workspace-settings.ts'
export {
  bundleOfDialect,
  bundleRoot,
  ordinaryWorld,
  settingsOfSnapshot,
  workspaceOfSnapshot,
} from './snapshot-workspace.ts'
export { changedWorkspace, explainFixes } from './fixes/explain.ts'
export type { Change, Fix, TextEdit } from './fixes/fix.ts'
export { WorkspaceChecker, type ItemCheck } from './check.ts'
export { describeShareProblem, shareLimits } from './share-problem.ts'
export { pathConflict, pathProblem } from './snapshot-path.ts'
export { describeSnapshotProblem, snapshotLimits } from './snapshot-problem.ts'
export { diagnosticEntry } from './document.ts'
export { Placer } from './placer.ts'
