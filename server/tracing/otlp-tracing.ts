import { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { readParent, type TracedProcess, type Tracing } from './tracing.ts'

/** Milliseconds that a finished step waits to be sent together with others. */
const TOGETHER_MS = 1000
/** Time limit for a response of the collector in milliseconds. A stopping process also waits this long. */
const PATIENCE_MS = 2000

/**
 * Sends steps as spans to a collector, with OTLP over HTTP, in the background. A collector that does not respond causes
 * no delay.
 */
export function otlpTracing(endpoint: string, { role, version, log }: TracedProcess): Tracing {
  const warn = (message: string): void => log.warn({ endpoint }, `tracing: ${message}`)
  const hush = (): void => {}
  const says = { error: warn, warn, info: hush, debug: hush, verbose: hush }
  diag.setLogger(says, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: PATIENCE_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `rye-chain-${role}`, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: TOGETHER_MS })],
  })
  const tracer = provider.getTracer('rye-chain')
  return {
    begin(name, parent, facts = {}, agoMs = 0) {
      const before = readParent(parent)
      const context =
        before === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...before, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      const span = tracer.startSpan(name, { attributes: named(facts), startTime: Date.now() - agoMs }, context)
      const { traceId, spanId } = span.spanContext()
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-01`,
        end(more = {}, problem) {
          span.setAttributes(named(more))
          if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem })
          span.end()
        },
      }
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
      const sent = provider
        .shutdown()
        .catch((error: unknown) => log.warn({ endpoint, error }, 'tracing: sending the last steps failed'))
      await Promise.race([sent, late])
    },
  }
}

/** Facts with the prefix of this product. */
function named(facts: Readonly<Record<string, string | number | boolean>>): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`rye.${name}`, value]))
}
