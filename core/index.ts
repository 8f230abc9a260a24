// The public surface of the engine, by name. Nothing else of core/ is importable from outside.
export { analyze, resolveRun } from './answer/analyze.ts'
export type { AnalysisOptions, AnalysisRequest } from './answer/request.ts'
export type { Resolution } from './answer/resolution.ts'
export type * from './answer/analysis.ts'
export { placeAnchor } from './plan/anchor/anchor.ts'
export { anchorContext, contextText, contextValues } from './plan/anchor/context.ts'
export { dependencySearch, findDependencies } from './plan/anchor/dependencies.ts'
export { anchorApplies, anchorRoot, applyEnvPaths } from './plan/anchor/place.ts'
export { buildChain, elementValue, primitiveAtEnd, type ChainElement } from './resolve/chain.ts'
export { type Diagnostic, type DiagnosticCode } from './diagnostics/facts.ts'
export { blocksRun, severity, severityOf, type Severity } from './diagnostics/severity.ts'
export { hostProcess, hostRequest, isRequest, type ProcessKind, type RequestKind } from './rules/primitives.ts'
export { dialectNames, dialects, isDialectName, type DialectName } from './rules/dialect.ts'
export { expandContext } from './plan/env/context.ts'
export { placesOfProgram } from './plan/env/program.ts'
export type { EnvContributor } from './plan/env/contributor.ts'
export { baseEnv, resolveEnv, type Environment } from './plan/env/resolve.ts'
export { execute, executeCall, unstarted, type ExecuteHost, type RunPlace } from './run/execute.ts'
export type { AnalysedCall } from './run/call.ts'
export { newLockfile } from './run/lock-run.ts'
export { analysisDifferences, contentDifferences, fileDifferences, type Difference } from './answer/differences.ts'
export { expectedOf, planValues } from './answer/expected.ts'
export type { Content, FileTree, Listing, Look, Stamp } from './input/file-tree.ts'
export { extensionOf, nameOf, parentOf } from './text/path.ts'
export { purePorts, type Host } from './input/host.ts'
export { everyPart, pureHost } from './pure-host.ts'
export { Parts, type PartName } from './parts.ts'
export { otherProse } from './diagnostics/prose-part.ts'
export { graphChecks } from './graph/graph-part.ts'
export { jsParser } from './read/javascript/js-part.ts'
export { characterNames } from './read/python/character-part.ts'
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
export { readSigningKeys, signFile, signingKeyPaths, signText, trustKeyFile } from './trust/integrity/sign.ts'
export { contentForHash, readSignature, withoutSignature, type Signature } from './read/signature/signature.ts'
export { signedKindOf, takesSignature, type SignedKind } from './rules/signing.ts'
export { findSignedText, type SignedOriginal } from './trust/integrity/signed-text.ts'
export { findTrustedKey } from './trust/integrity/trust.ts'
export { verifyFile } from './trust/integrity/verify.ts'
export { idProblem, toolExtensions } from './rules/item-id.ts'
export { parseJson } from './read/json.ts'
export { limits } from './limits.ts'
export { nodeAt, plain, type LocatedDict, type LocatedEntry } from './read/located.ts'
export { lockfileOf, readLockfile, type LockfileState } from './trust/lockfile/check.ts'
export { lockfileToWrite } from './trust/lockfile/create.ts'
export type { LockedElement } from './trust/lockfile/document.ts'
export { findLockfile, listLockfiles, lockfileToDelete, lockfileWritePath } from './trust/lockfile/places.ts'
export { MemoryTree } from './input/memory-tree.ts'
export {
  fieldNames,
  fieldValue,
  itemKind,
  type FieldName,
  type ItemKind,
  type Metadata,
} from './read/metadata/metadata.ts'
export { parseForDocument } from './read/metadata/document.ts'
export { beginsAsTool, beginsAsToolLength } from './read/metadata/first-lines.ts'
export { readMetadata } from './read/metadata/read.ts'
export { readYaml } from './read/yaml/read.ts'
export { counted } from './text/counted.ts'
export { nearest } from './text/near.ts'
export { fsTree, type Mount } from './input/node-tree.ts'
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
export { parametersOf } from './plan/parameters.ts'
export { buildExecutionConfig } from './plan/config.ts'
export { processEnv } from './plan/primitive-pass.ts'
export { planProcess, type ProcessParts } from './plan/process.ts'
export { pointerTo } from './text/pointer.ts'
export type { Contributor, TemplateStep } from './plan/provenance.ts'
export { findItem, findShadowed, idOf, listItems, placesInReach, type ListedItem } from './resolve/resolve.ts'
export {
  describeMessageProblem,
  protocolVersion,
  readMessage,
  type Message,
  type MessageName,
  type RunEvent,
} from './run/protocol/messages.ts'
export { protocolSchemas } from './run/protocol/schemas.ts'
export { queueVersion, readQueueMessage, type QueueMessage } from './run/protocol/queue-messages.ts'
export type { ExecutionResult, RunOutput } from './run/result.ts'
export { findSecrets, type Secret } from './trust/secrets.ts'
export { holdsPrivateKey } from './trust/secret-shapes.ts'
export { chainHash, portableElement } from './trust/seals.ts'
export { isLink, parseLink, type Link } from './share/link.ts'
export { decodeShare, encodeShare, readSharedDocument, shareProblemOf } from './share/share.ts'
export { parseSnapshot } from './workspace/snapshot/snapshot-parser.ts'
export type { Snapshot } from './workspace/snapshot/snapshot.ts'
export { archiveCommand } from './workspace/snapshot/archive-command.ts'
export { type SourceRange } from './text/source.ts'
export { comesBefore, isSystem, type Space } from './rules/space.ts'
export { expandConfig } from './plan/template/expand.ts'
export { bare, sourcedText, sourcedValue, type Sourced, type SourcedText } from './plan/template/sourced.ts'
export { expandVariables } from './plan/template/variables.ts'
export { deepMerge } from './plan/tool-config/merge.ts'
export { resolveToolConfig } from './plan/tool-config/resolve.ts'
export { WorkBudget } from './work-budget.ts'
export { commandLine, shellWord } from './text/shell-word.ts'
export { visible, visibleBut } from './text/visible.ts'
export { consentTo } from './run/consent.ts'
export { untraced, type TraceEvent, type Verdict } from './trace.ts'
export { validateClaims } from './resolve/validate/chain.ts'
export { validateChain, type PlainElement, type PlainVerdict } from './resolve/validate/plain.ts'
export type { Claim } from './resolve/validate/claim.ts'
export { validateTool } from './resolve/validate/lint.ts'
export { satisfiesVersion } from './resolve/validate/version.ts'
export { readJson } from './read/read-json.ts'
export { decodeValue, encodeValue, type JsonValue } from './read/value/encode.ts'
export { mappingOf, jsonParts } from './read/value/entries.ts'
export { writeJson } from './read/value/write-json.ts'
export { sortedJson } from './read/value/sorted-json.ts'
export { isObject } from './read/value/object.ts'
export { pyStr } from './read/value/text.ts'
export { isDict, isList, isTruthy, type Dict, type Value } from './read/value/value.ts'
export { Workspace } from './workspace/workspace.ts'
export type { ProgramAnswer, WorkspaceSettings, World } from './workspace/workspace-settings.ts'
export {
  bundleOfDialect,
  bundleRoot,
  isBundleId,
  ordinaryWorld,
  ownBundles,
  settingsOfSnapshot,
  standsOnProduct,
  systemsOf,
} from './workspace/snapshot/snapshot-workspace.ts'
export { explainFixes } from './answer/fixes/explain.ts'
export { editedText, editsOf, type Change, type Fix } from './answer/fixes/fix.ts'
export { isOwnFinding, WorkspaceChecker, type ItemCheck } from './answer/check.ts'
export { describeShareProblem } from './share/share-problem.ts'
export { describeSnapshotProblem, snapshotLimits } from './workspace/snapshot/snapshot-problem.ts'
export { closedFolder } from './answer/closed-folders.ts'
export { diagnosticEntry } from './answer/document.ts'
export { Placer } from './answer/placer.ts'
export { prepareAction } from './graph/action.ts'
export type { Breakpoint } from './graph/breakpoint.ts'
export { addressText } from './graph/address.ts'
export { type WalkLimits } from './graph/budget.ts'
export { RecentResults, type ResultCache } from './graph/cache.ts'
export { allowingCapability, heldCapabilities, readItemId } from './graph/capability.ts'
export { checkGraph } from './graph/check.ts'
export { evaluateCondition, type Verdict as ConditionVerdict } from './graph/condition.ts'
export { graphFileOf } from './graph/graph-file.ts'
export { graphRuntime } from './graph/graph-runtime.ts'
export { readGraph } from './graph/document.ts'
export { pictureOf, type GraphPicture, type PicturedEdge, type PicturedNode } from './graph/picture.ts'
export { compareWalks, type WalkDifference } from './graph/compare-walks.ts'
export { readWalkFile } from './graph/walk-file.ts'
export { walkAsTest } from './graph/keep-walk.ts'
export { replayRecorded, type Replay } from './graph/replay.ts'
export { driveWalk, replayWalk } from './graph/drive.ts'
export { chooseEdge } from './graph/edges.ts'
export type { CallAnswer, GraphCall } from './graph/effects.ts'
export type { SavedWalk, WalkEnding, WalkResult } from './graph/ending.ts'
export { unwrapResult } from './graph/envelope.ts'
export type { WalkEvent } from './graph/events.ts'
export type { GraphFinding } from './graph/findings.ts'
export { completeInputs } from './graph/inputs.ts'
export { endingInWords as walkEndingInWords } from './graph/ending-words.ts'
export { parameterValues } from './plan/parameters.ts'
export { edgeInWords, runWalkTests, type WalkTestReport, type WalkTestVerdict } from './run/walk-tests.ts'
export { graphReach, worstCaseOf, type GraphReach, type ReachedCommand } from './run/graph-reach.ts'
export type { GraphEvent } from './run/graph-events.ts'
export { GraphListener, GraphTeller, isWalkEvent } from './run/graph-message.ts'
export type { GraphMessage } from './run/protocol/graph-schema.ts'
export { pinnedInfluence } from './graph/influence.ts'
export { Pins } from './graph/pins.ts'
export { Interpolator, type Origin } from './graph/interpolate.ts'
export type { CallRecord, StepRecord, SuppressedError } from './graph/record.ts'
export { missingVariables } from './graph/required-env.ts'
export { readSavedWalk, savedWalkDocument } from './graph/saved-walk.ts'
export { Sizes } from './graph/size.ts'
export { Steering, type HeldView, type Steer } from './graph/steering.ts'
export { walkGraph, type WalkRequest } from './graph/walk.ts'
export { contributorText, nameOfPointer, valueText } from './answer/words.ts'
export { isReadOnly, itemIdOf, placeProblem, spaceName, spaceOfPath, type SpaceName } from './workspace/space-paths.ts'
export type { HoverText, LensText, Suggestion } from './editor/answers.ts'
export { EditorKnowledge, withReplaced, type EditorRename } from './editor/editor.ts'
export type { Known } from './editor/ids.ts'
export { chainLens } from './editor/knowledge.ts'
export { renameItem, renameProblem } from './editor/rename.ts'
export { kindProblem, newTool, newToolKinds, type NewToolKind } from './write/new-tool.ts'
export { outlineOf, type OutlineEntry } from './editor/symbols.ts'
export { templateTokens } from './editor/templates.ts'
export { candidateTables, type CandidateTable } from './answer/candidates.ts'
export { traceAsText, traceLine, type TraceLine } from './answer/trace-text.ts'
export { chainMermaid, chainSvg } from './write/chain-picture.ts'
export { analysisReport, chainMarkdown } from './write/report.ts'
export {
  pairRules,
  type Goal,
  type GoalAssertion,
  type Lesson,
  type Reveal,
  type Route,
  type Routes,
  type Step,
} from './learn/lesson.ts'
export { readLesson, readRoutesFile, type LessonReading } from './learn/read-lesson.ts'
export { goalOf } from './learn/read-goal.ts'
export { goalInWords } from './learn/goal-words.ts'
export type { Evidence } from './learn/check-goal.ts'
export {
  advance,
  isDone,
  mergeProgress,
  parseProgress,
  sameTicks,
  stepStates,
  type LessonTicks,
  type Progress,
  type StepState,
} from './learn/progress.ts'
export { doStep, statesOf } from './learn/apply-edit.ts'
export { asksForRealRun, asksForResult, describeTrialFinding, tryLesson } from './learn/try-lesson.ts'
export {
  allRoutes,
  describeRouteFinding,
  draftsAlong,
  editsAlong,
  isNothing,
  stopsAt,
  tryRoutes,
} from './learn/try-routes.ts'
export { editBetween } from './learn/edit-between.ts'
export { goalsOfClicked, suggestGoals, type Clicked } from './learn/suggest-goals.ts'
export { toYaml, writeLesson, writeRoutes } from './learn/write-lesson.ts'
