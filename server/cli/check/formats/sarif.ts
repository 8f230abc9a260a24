import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { DiagnosticEntry } from '#core/answer'
import type { DiagnosticCode, Severity } from '#core/diagnostics'
import { relative, toUrl } from '../../../disk-paths.ts'
import { productName, productVersion } from '../../../engine/product.ts'
import { printJson } from '../../io.ts'
import { fingerprintOf } from '../../../project/check/fingerprint.ts'
import type { ProjectReport, Problem } from '#core/expect'
import type { Directory } from '../../../project/directory.ts'
import { topAbove } from '../../../project/git/locate.ts'
import { rulesOf, type Rule } from '../../../project/rules.ts'
import { isListed, wholeMessage, type Printing } from './format.ts'

const base = '%SRCROOT%'
const informationUri = `https://www.npmjs.com/package/${productName}`

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const satisfies Record<Severity, Result['level']>

/** Writes SARIF 2.1.0 for code scanning: one run, one rule per code, and a stable fingerprint per finding. */
export function sarif({ problems }: ProjectReport, printing: Printing): void {
  const { directory, io } = printing
  const listed = problems.filter(({ entry }) => isListed(entry.severity, printing))
  const uriOf = urisOf(directory)
  const codes = [...new Set(listed.map(({ entry }) => entry.code))].sort()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'rye-chain',
            informationUri,
            semanticVersion: productVersion,
            rules: rulesOf(directory.file)
              .filter(({ code }) => codes.some((one) => one === code))
              .map(descriptorOf),
          },
        },
        originalUriBaseIds: { [base]: { uri: `${toUrl(baseFolder(directory))}/` } },
        columnKind: 'utf16CodeUnits',
        results: listed.map((problem) => result(problem, codes, uriOf)),
      },
    ],
  }
  printJson(io, log)
}

/** A rule, without `helpUri`: it must be absolute, and the documentation is a file of the package. */
function descriptorOf({ code, default_severity, about, fix }: Rule): ReportingDescriptor {
  const [short = about] = /^.*?[.](?= |$)/.exec(about) ?? []
  return {
    id: code,
    shortDescription: { text: short },
    fullDescription: { text: about },
    help: { text: `${fix} For details, run: rye-chain explain ${code}` },
    defaultConfiguration: { level: levels[default_severity] },
  }
}

/** The address of a file: relative to the base folder, or absolute for a file outside it. */
type UriOf = (path: string) => { readonly uri: string; readonly uriBaseId?: string }

function urisOf(directory: Directory): UriOf {
  const top = baseFolder(directory)
  return (path) => {
    const disk = directory.onDisk(path) ?? path
    if (!disk.startsWith(`${top}/`)) return { uri: toUrl(disk) }
    return { uri: relative(top, disk).split('/').map(encodeURIComponent).join('/'), uriBaseId: base }
  }
}

/** The base of relative paths: the repository of the project, or the working directory if there is none. */
function baseFolder({ onDisk, machine }: Directory): string {
  return topAbove(onDisk('/project') ?? '/') ?? machine.cwd
}

function result({ entry, items }: Problem, codes: readonly DiagnosticCode[], uriOf: UriOf): Result {
  const { code, severity, at } = entry
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: wholeMessage(entry) },
    locations: [
      {
        ...(at === null ? {} : { physicalLocation: placeOf(at, uriOf) }),
        logicalLocations: items.map((item) => ({ fullyQualifiedName: item, kind: 'module' })),
      },
    ],
    partialFingerprints: { 'ryeChain/v2': fingerprintOf(entry) },
  }
}

function placeOf({ path, from, to }: NonNullable<DiagnosticEntry['at']>, uriOf: UriOf) {
  return {
    artifactLocation: uriOf(path),
    region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
  }
}
