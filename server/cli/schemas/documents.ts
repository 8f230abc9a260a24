import * as v from 'valibot'
import { dialectNames } from '#core/rules'
import { protocolSchemas } from '#core/run'
import { analysis, contributor, found, lockfile, places, provenance, status } from './analysis-document.ts'
import { expectations } from './expect-document.ts'
import { picture, walks } from './graph-document.ts'
import { projectDocuments } from './project-documents.ts'

const { code, count, diagnostic, json, mapping, place, plan, reach, result, space, texts } = protocolSchemas

const format = v.literal(1)
const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))
const path = v.string()

const listed = v.object({ item_id: v.string(), path, space, shadowed: v.array(found) })

/**
 * The page's simulation of the item, and the features that the simulation lacks; null if the item cannot be simulated.
 */
const simulation = v.nullable(
  v.object({
    interpreter: v.picklist(['javascript', 'python', 'bash']),
    lacks: v.array(v.object({ uses: v.string(), because: v.string(), path: v.string(), line: count })),
  }),
)

const origin = v.nullable(v.object({ by: contributor, at: v.nullable(place) }))
const side = v.object({ kind: v.picklist(['directory', 'revision', 'link']), name: v.string() })

/** Every JSON document that the command line prints, by name. `docs/schemas` contains the JSON Schema of each. */
export const documents = {
  ...projectDocuments,
  analyze: { about: 'analyze --json: the analysis of one item', schema: v.object({ ...analysis.entries, simulation }) },
  check: {
    about: 'check --json: each item with its problems, and the libraries and data',
    schema: v.object({
      format,
      items: count,
      failed: count,
      warnings: count,
      suppressed: count,
      left_out: count,
      suppressions: v.array(
        v.object({ by: v.picklist(['comment', 'baseline']), reason: v.nullable(v.string()), diagnostic }),
      ),
      checks: v.array(
        v.object({
          item_id: v.string(),
          path,
          space,
          ready: v.boolean(),
          plan_digest: v.nullable(v.string()),
          diagnostics: v.array(diagnostic),
        }),
      ),
      walks: v.exactOptional(v.object({ ...walks.entries, findings: v.array(diagnostic) })),
      expectations: v.exactOptional(v.object({ tests: expectations, findings: v.array(diagnostic) })),
      libraries: v.array(v.object({ item_id: v.string(), path, space })),
      data: v.array(v.object({ item_id: v.string(), path, space })),
    }),
  },
  config: {
    about: 'config --json: the effective settings and their sources',
    schema: v.object({
      format,
      settings: v.array(v.object({ setting: v.string(), value: json, from: v.string() })),
    }),
  },
  diff: {
    about: 'diff --json: the differences between two states of a project, per item',
    schema: v.object({
      format,
      before: side,
      after: side,
      compared: count,
      items: v.array(
        v.object({
          item_id: v.string(),
          change: v.picklist(['added', 'removed', 'changed']),
          differences: v.array(
            v.object({
              what: v.string(),
              pointer: v.nullable(v.string()),
              before: v.nullable(v.string()),
              after: v.nullable(v.string()),
              before_by: origin,
              after_by: origin,
            }),
          ),
        }),
      ),
    }),
  },
  'explain-page': {
    about: 'explain WORD --json: a documentation page',
    schema: v.object({ id: v.string(), title: v.string(), chapter: v.string(), text: v.string() }),
  },
  'explain-places': { about: 'explain --places --json: the searched locations of each element', schema: places },
  'explain-value': { about: 'explain --value --json: the source of one value', schema: provenance },
  'explain-values': {
    about: 'explain --item --json: every value by its pointer into the analysis',
    schema: v.record(v.string(), provenance),
  },
  graph: {
    about: 'graph --json: the nodes, edges, problems and walks of a state graph, which is not run',
    schema: v.object({
      format,
      item_id: v.string(),
      status,
      picture,
      reach: v.nullable(reach),
      diagnostics: v.array(diagnostic),
      walks,
    }),
  },
  hook: {
    about: 'hook install --json: the hook, and whether it changed',
    schema: v.object({ path, done: v.picklist(['created', 'updated', 'unchanged']), command: v.string() }),
  },
  init: {
    about: 'init --json: the written files, and the sample tool',
    schema: v.object({
      files: v.array(path),
      sample: v.nullable(v.object({ item_id: v.string(), parameters: v.string() })),
    }),
  },
  keys: {
    about: 'keys new --json: the created key pair',
    schema: v.object({ fingerprint, private_key: path, public_key: path }),
  },
  list: {
    about: 'list --json: every item, and separately the libraries and data',
    schema: v.object({
      format,
      items: v.array(listed),
      libraries: v.array(listed),
      data: v.array(listed),
      unreadable: v.array(path),
    }),
  },
  'check-statistics': {
    about: 'check --statistics --json: the number of problems per rule',
    schema: v.object({
      format,
      rules: v.array(v.object({ code, severity: v.picklist(['error', 'warning', 'hint']), count })),
    }),
  },
  'lock-create': { about: 'lock create --json: the created lockfile', schema: v.object({ path }) },
  'lock-delete': {
    about: 'lock delete --json: the deleted lockfile',
    schema: v.object({ path, deleted: v.literal(true) }),
  },
  'lock-update': {
    about: 'lock update --json: the lockfile, and whether it changed',
    schema: v.object({ path, done: v.picklist(['created', 'updated', 'unchanged']) }),
  },
  'lock-list': {
    about: 'lock show --json: every lockfile',
    schema: v.array(v.object({ tool_id: v.string(), version: v.string(), path, space })),
  },
  'lock-show': {
    about: 'lock show --item --json: the lockfile of an item',
    schema: v.object({ ...lockfile, text: v.nullable(v.string()), diagnostics: v.array(diagnostic) }),
  },
  ndjson: {
    about: 'one line of ndjson: the document of analyze, list or check, or an error',
    schema: v.union([
      v.object({ id: json, document: mapping }),
      v.object({ id: json, error: v.object({ message: v.string() }) }),
    ]),
  },
  new: {
    about: 'new --json: the written files',
    schema: v.object({ item_id: v.string(), files: v.array(path), parameters: v.string() }),
  },
  open: {
    about: 'open --json: the draft of a link, and the written files',
    schema: v.object({
      to: path,
      format,
      name: v.string(),
      dialect: v.picklist(dialectNames),
      search: v.picklist(['scoped', 'global']),
      dev_mode: v.boolean(),
      bundle: v.object({ id: v.string(), version: v.string() }),
      systems: v.exactOptional(
        v.array(v.union([v.literal('builtin'), v.object({ id: v.string(), version: v.string() })])),
      ),
      item_id: v.string(),
      parameters: v.string(),
      files: v.array(path),
      world: v.exactOptional(mapping),
      lesson: v.exactOptional(v.string()),
      expected: v.exactOptional(
        v.object({
          plan_digest: v.nullable(v.string()),
          chain: v.array(v.string()),
          values: v.exactOptional(texts),
        }),
      ),
    }),
  },
  rules: {
    about: 'rules --json: every rule of check',
    schema: v.object({
      format,
      rules: v.array(
        v.object({
          code,
          severity: v.picklist(['error', 'warning', 'hint', 'off']),
          default_severity: v.picklist(['error', 'warning', 'hint']),
          semantics: v.array(v.string()),
          about: v.string(),
          fix: v.string(),
          page: path,
        }),
      ),
    }),
  },
  run: { about: 'run --json: the result of a run (R14.1)', schema: result },
  share: {
    about: 'share --json: a link and its files',
    schema: v.object({ link: v.string(), characters: count, files: v.array(path) }),
  },
  sign: {
    about: 'sign --json: the result for each file',
    schema: v.object({
      fingerprint,
      files: v.array(v.object({ path, done: v.picklist(['signed', 'unchanged']) })),
    }),
  },
  trust: {
    about: "trust --json: the key's fingerprint and the path of its file",
    schema: v.object({ fingerprint, path }),
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly schema: v.GenericSchema }>>

export type DocumentName = keyof typeof documents

/** Parts that several documents share; each file defines a part once. */
export const definitions = { contributor, diagnostic, place, plan, provenance } as const
