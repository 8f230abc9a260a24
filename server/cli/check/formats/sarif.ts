import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { DiagnosticEntry } from '#core/answer'
import { severity as severityOf, type DiagnosticCode, type Severity } from '#core/diagnostics'
import { productVersion } from '../../../engine/product.ts'
import { printJson } from '../../io.ts'
import { fingerprintOf } from '../../../project/check/fingerprint.ts'
import type { ProjectReport, Problem } from '#core/run'
import type { Printing } from './format.ts'
import { repositoryPaths } from './repository.ts'

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const satisfies Record<Severity, Result['level']>

/** SARIF 2.1.0 for code scanning: one run, one rule per code, and a stable fingerprint per finding. */
export function sarif({ problems }: ProjectReport, { directory, io, quiet }: Printing): void {
  const listed = problems.filter(({ entry }) => !quiet || entry.severity === 'error')
  const placed = repositoryPaths(directory)
  const codes = [...new Set(listed.map(({ entry }) => entry.code))].sort()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rye-chain', semanticVersion: productVersion, rules: codes.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: listed.map((problem) => result(problem, codes, placed)),
      },
    ],
  }
  printJson(io, log)
}

function rule(code: DiagnosticCode): ReportingDescriptor {
  return { id: code, defaultConfiguration: { level: levels[severityOf[code]] } }
}

type Placed = ReturnType<typeof repositoryPaths>

function result({ entry, items }: Problem, codes: readonly DiagnosticCode[], placed: Placed): Result {
  const { code, severity, message, hint, at } = entry
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: hint === '' ? message : `${message} ${hint}` },
    locations: [
      {
        ...(at === null ? {} : { physicalLocation: placeOf(at, placed) }),
        logicalLocations: items.map((item) => ({ fullyQualifiedName: item, kind: 'module' })),
      },
    ],
    partialFingerprints: { 'ryeChain/v2': fingerprintOf(entry) },
  }
}

function placeOf({ path, from, to }: NonNullable<DiagnosticEntry['at']>, placed: Placed) {
  const uri = placed(path).split('/').map(encodeURIComponent).join('/')
  return {
    artifactLocation: /^(?:\/|\.\.)/.test(uri) ? { uri } : { uri, uriBaseId: '%SRCROOT%' },
    region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
  }
}
