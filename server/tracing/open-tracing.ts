import { loadOptional } from '../optional-packages.ts'
import { onlyIds, type TracedProcess, type Tracing } from './tracing.ts'

/** Send every step to an OpenTelemetry collector. Without an endpoint, OpenTelemetry is not loaded. */
export async function openTracing(endpoint: string, process: TracedProcess): Promise<Tracing> {
  if (endpoint === '') return onlyIds
  const { otlpTracing } = await loadOptional('--otlp-endpoint', () => import('./otlp-tracing.ts'))
  return otlpTracing(endpoint, process)
}
