import type { Log, ReportingDescriptor, Result } from 'sarif'
import { severity as severityOf, type DiagnosticCode, type DiagnosticEntry, type Severity } from '#core'
import type { Directory } from '../../directory.ts'
import { productVersion } from '../../../engine/product.ts'
import { printJson } from '../../io.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { CheckReport, Problem } from '../report.ts'
import type { Printing } from './format.ts'

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const satisfies Record<Severity, Result['level']>

/** SARIF 2.1.0, as code scanning reads it: one run, one rule for each code, a stable fingerprint for each finding. */
export function sarif({ problems }: CheckReport, { directory, io, quiet }: Printing): void {
  const listed = problems.filter(({ entry }) => !quiet || entry.severity === 'error')
  const codes = [...new Set(listed.map(({ entry }) => entry.code))].sort()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rye-chain', semanticVersion: productVersion, rules: codes.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: listed.map((problem) => result(problem, codes, directory)),
      },
    ],
  }
  printJson(io, log)
}

function rule(code: DiagnosticCode): ReportingDescriptor {
  return { id: code, defaultConfiguration: { level: levels[severityOf[code]] } }
}

function result({ entry, items }: Problem, codes: readonly DiagnosticCode[], directory: Directory): Result {
  const { code, severity, message, hint, at } = entry
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: hint === '' ? message : `${message} ${hint}` },
    locations: [
      {
        ...(at === null ? {} : { physicalLocation: placeOf(at, directory) }),
        logicalLocations: items.map((item) => ({ fullyQualifiedName: item, kind: 'module' })),
      },
    ],
    partialFingerprints: { 'ryeChain/v1': fingerprintOf(entry) },
  }
}

function placeOf(at: NonNullable<DiagnosticEntry['at']>, directory: Directory) {
  const { from, to } = at
  return {
    artifactLocation: { uri: directory.shown(at.path).split('/').map(encodeURIComponent).join('/') },
    region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
  }
}
