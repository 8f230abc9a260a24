// The public surface of the engine, by name. Nothing else of core/ is importable from outside.
export { analyze, resolveRun } from './answer/analyze.ts'
export type { AnalysisOptions, AnalysisRequest } from './answer/request.ts'
export type { Resolution } from './answer/resolution.ts'
export type * from './answer/analysis.ts'
export { placeAnchor, type PlacedAnchor } from './plan/anchor/anchor.ts'
export { anchorContext, contextNames, contextText, contextValues } from './plan/anchor/context.ts'
export { findDependencies } from './plan/anchor/dependencies.ts'
export { anchorApplies, anchorRoot, applyEnvPaths } from './plan/anchor/place.ts'
export { buildChain, elementValue, fieldRange, primitiveAtEnd, type Chain, type ChainElement } from './resolve/chain.ts'
export { type Diagnostic, type DiagnosticCode, type Facts, type NearMiss } from './diagnostics/facts.ts'
export { blocksRun, severity, severityOf, type Severity } from './diagnostics/severity.ts'
export {
  hostProcess,
  hostRequest,
  isRequest,
  primitives,
  type PrimitiveKind,
  type ProcessKind,
  type RequestKind,
} from './rules/primitives.ts'
export { dialectNames, dialects, isDialectName, primitiveOf, type Dialect, type DialectName } from './rules/dialect.ts'
export { expandContext } from './plan/env/context.ts'
export { placesOfProgram } from './plan/env/program.ts'
export type { EnvContributor } from './plan/env/contributor.ts'
export { baseEnv, resolveEnv, type Environment } from './plan/env/resolve.ts'
export { execute, executeCall, unstarted, type ExecuteHost, type ExecuteRequest, type RunPlace } from './run/execute.ts'
export type { AnalysedCall } from './run/call.ts'
export { newLockfile, portableChain, type PortableElement } from './run/lock-run.ts'
export { expectedOf, planValues } from './answer/expected.ts'
export type { FileText } from './workspace/file-text.ts'
export type { FileTree, Look } from './input/file-tree.ts'
export { extensionOf, joinPath, nameOf, parentOf } from './text/path.ts'
export { purePorts, type Host } from './input/host.ts'
export { everyPart, pureHost } from './pure-host.ts'
export { Parts, type PartName } from './parts.ts'
export { otherProse } from './diagnostics/prose-part.ts'
export { graphChecks } from './graph/graph-part.ts'
export { jsParser } from './read/javascript/js-part.ts'
export { canonicalJson } from './trust/integrity/canonical.ts'
export { signHash, verifyHash } from './trust/integrity/ed25519.ts'
export { contentHash } from './read/signature/sealed.ts'
export { keyToml } from './trust/integrity/key-file.ts'
export {
  fingerprintOf,
  makeKeyPair,
  readKeyPair,
  readPrivateKey,
  readPublicKey,
  type KeyPair,
} from './trust/integrity/pem.ts'
export {
  readSigningKeys,
  signFile,
  signingKeyPaths,
  signText,
  trustKeyFile,
  type FileToWrite,
} from './trust/integrity/sign.ts'
export { contentForHash, readSignature, withoutSignature, type Signature } from './read/signature/signature.ts'
export { signedKindOf, takesSignature, type SignedKind } from './rules/signing.ts'
export { findSignedText, type SignedOriginal } from './trust/integrity/signed-text.ts'
export { findTrustedKey } from './trust/integrity/trust.ts'
export { verifyFile, type Verification } from './trust/integrity/verify.ts'
export { idProblem, toolExtensions } from './rules/item-id.ts'
export { parseJson } from './read/json.ts'
export { limits } from './limits.ts'
export { plain, type Located } from './read/located.ts'
export { lockfileOf, readLockfile, type LockfileState } from './trust/lockfile/check.ts'
export { lockfileToWrite } from './trust/lockfile/create.ts'
export type { LockedElement } from './trust/lockfile/document.ts'
export { findLockfile, listLockfiles, lockfileToDelete, lockfileWritePath } from './trust/lockfile/places.ts'
export { MemoryTree } from './input/memory-tree.ts'
export { fieldNames, fieldValue, isLibrary, type FieldName, type Metadata } from './read/metadata/metadata.ts'
export { parseForDocument } from './read/metadata/document.ts'
export { fieldSpelled, preferredSpelling } from './read/metadata/names.ts'
export { readMetadata } from './read/metadata/read.ts'
export { keySchemaAt, metadataSchema, valuesIn } from './read/metadata/schema.ts'
export type { KeySchema } from './read/metadata/key-schema.ts'
export { shellHeaderAsCode } from './read/metadata/shell.ts'
export { nearest } from './text/near.ts'
export { fsTree, type Mount, type NodeFs, type NodeTreeOptions } from './input/node-tree.ts'
export type {
  CapturedText,
  FileChange,
  HttpEnding,
  HttpOutcome,
  LeftOut,
  Outcome,
  ProcessEnding,
  ProcessOutcome,
} from './run/outcome.ts'
export { emptyOutcome } from './run/outcome.ts'
export { checkParameters, parametersOf, parametersPath, readParameters } from './plan/parameters.ts'
export { buildExecutionConfig } from './plan/config.ts'
export { processEnv } from './plan/primitive-pass.ts'
export { planProcess, type ProcessParts } from './plan/process.ts'
export { leavesOf, pointerTo, type Leaf } from './text/pointer.ts'
export type { Attempt, Contribution, Contributor, Provenance, Span, TemplateStep } from './plan/provenance.ts'
export {
  findItem,
  findShadowed,
  idOf,
  listItems,
  nearMisses,
  placesInReach,
  type ListedItem,
} from './resolve/resolve.ts'
export {
  describeMessageProblem,
  protocolVersion,
  readMessage,
  type Message,
  type MessageName,
  type MessageProblem,
  type RunEvent,
} from './run/protocol/messages.ts'
export type { Ending, ExecutionResult, RunOutput } from './run/result.ts'
export { findSecrets, fingerprint, type Secret } from './trust/secrets.ts'
export { chainHash, portableElement } from './trust/seals.ts'
export { decodeShare, encodeShare, readSharedDocument } from './share/share.ts'
export { parseSnapshot } from './workspace/snapshot/snapshot-parser.ts'
export type { Snapshot } from './workspace/snapshot/snapshot.ts'
export { positionAt, type Position, type SourceRange } from './text/source.ts'
export { isSpace, isSystem, mayDependOn, type Space } from './rules/space.ts'
export { expandConfig } from './plan/template/expand.ts'
export { bare, sourcedText, sourcedValue, type Sourced, type SourcedText } from './plan/template/sourced.ts'
export { expandVariables } from './plan/template/variables.ts'
export { deepMerge } from './plan/tool-config/merge.ts'
export { resolveToolConfig } from './plan/tool-config/resolve.ts'
export { WorkBudget } from './work-budget.ts'
export { visible } from './text/visible.ts'
export { consentTo, type ConsentPart } from './run/consent.ts'
export { untraced, type Found, type StepName, type Trace, type TraceEvent, type Verdict } from './trace.ts'
export { validateClaims, type ChainVerdict } from './resolve/validate/chain.ts'
export { validateChain, type PlainElement, type PlainVerdict } from './resolve/validate/plain.ts'
export type { Claim } from './resolve/validate/claim.ts'
export { validateTool } from './resolve/validate/lint.ts'
export { satisfiesVersion } from './resolve/validate/version.ts'
export { decodeValue, encodeValue, type JsonValue } from './read/value/encode.ts'
export { sortedJson } from './read/value/sorted-json.ts'
export { isObject } from './read/value/object.ts'
export { pyStr } from './read/value/text.ts'
export { isDict, isList, isTruthy, type Dict, type Value } from './read/value/value.ts'
export type { Place } from './workspace/place.ts'
export { Workspace } from './workspace/workspace.ts'
export type { Bundle, ProgramAnswer, WorkspaceSettings, World } from './workspace/workspace-settings.ts'
export {
  bundleOfDialect,
  bundleRoot,
  ordinaryWorld,
  settingsOfSnapshot,
  workspaceOfSnapshot,
} from './workspace/snapshot/snapshot-workspace.ts'
export { changedWorkspace, explainFixes } from './answer/fixes/explain.ts'
export type { Change, Fix, TextEdit } from './answer/fixes/fix.ts'
export { WorkspaceChecker, type ItemCheck } from './answer/check.ts'
export { describeShareProblem, shareLimits } from './share/share-problem.ts'
export { pathConflict, pathProblem } from './workspace/snapshot/snapshot-path.ts'
export { describeSnapshotProblem, snapshotLimits } from './workspace/snapshot/snapshot-problem.ts'
export { closedFolder } from './answer/closed-folders.ts'
export { diagnosticEntry } from './answer/document.ts'
export { Placer } from './answer/placer.ts'
export { prepareAction, type PreparedAction } from './graph/action.ts'
export { addressText, type StepAddress } from './graph/address.ts'
export { Budget, type WalkLimitName, type WalkLimits } from './graph/budget.ts'
export { RecentResults, type ResultCache } from './graph/cache.ts'
export { allowingCapability, heldCapabilities } from './graph/capability.ts'
export { checkGraph } from './graph/check.ts'
export { evaluateCondition, type Verdict as ConditionVerdict } from './graph/condition.ts'
export { graphFileIn, graphFileOf, type GraphFile } from './graph/graph-file.ts'
export { graphRuntime } from './graph/graph-runtime.ts'
export { readGraph, type Graph, type GraphNode } from './graph/document.ts'
export {
  pictureOf,
  type GraphPicture,
  type PicturedEdge,
  type PicturedItem,
  type PicturedNode,
} from './graph/picture.ts'
export { compareWalks, type WalkDifference } from './graph/compare-walks.ts'
export { readWalkFile } from './graph/walk-file.ts'
export { walkAsTest } from './graph/keep-walk.ts'
export { replayRecorded, type Replay, type ReplayStop } from './graph/replay.ts'
export { driveWalk, replayWalk, type CallHost } from './graph/drive.ts'
export { chooseEdge, type Decision, type EdgeRecord } from './graph/edges.ts'
export type { CallAnswer, Effect, GraphCall, HeldStep, Walking } from './graph/effects.ts'
export type { SavedWalk, WalkEnding, WalkRefusal, WalkResult } from './graph/ending.ts'
export { unwrapResult } from './graph/envelope.ts'
export type { WalkEvent } from './graph/events.ts'
export type { GraphCheck, GraphError, GraphFinding, GraphWarning } from './graph/findings.ts'
export { completeInputs } from './graph/inputs.ts'
export { endingInWords as walkEndingInWords } from './graph/ending-words.ts'
export type { GraphHost } from './run/execute-graph.ts'
export { parameterValues } from './plan/parameters.ts'
export { edgeInWords, runWalkTests, walksFolder, type WalkTestReport, type WalkTestVerdict } from './run/walk-tests.ts'
export {
  graphHover,
  graphNameAt,
  graphNames,
  placesOf,
  renameInGraph,
  type GraphName,
  type GraphRename,
} from './graph/names.ts'
export { graphOffer, type GraphOffer } from './graph/suggest.ts'
export { graphNamed, graphReach, type GraphReach, type ReachedCommand } from './run/graph-reach.ts'
export type { WorstCase } from './graph/worst-case.ts'
export type { GraphEvent } from './run/graph-events.ts'
export { GraphListener, GraphTeller } from './run/graph-message.ts'
export type { GraphMessage } from './run/protocol/graph-schema.ts'
export type { GraphRun } from './run/result.ts'
export { edgeCoverage, type CoveredEdge } from './graph/coverage.ts'
export { pinnedInfluence, type PinnedInfluence } from './graph/influence.ts'
export { Pins, type Pin, type PinAnswer } from './graph/pins.ts'
export { readWalkTest, runWalkTest, type WalkTest, type WalkTestResult } from './graph/walk-test.ts'
export { Interpolator, type Origin } from './graph/interpolate.ts'
export type { CallRecord, HookRecord, StepRecord, SuppressedError } from './graph/record.ts'
export { missingVariables } from './graph/required-env.ts'
export { Sizes } from './graph/size.ts'
export { walkGraph, type WalkRequest } from './graph/walk.ts'
export type { WalkHost } from './graph/walker.ts'
