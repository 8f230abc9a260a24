import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import type { ServerConfig } from '../config.ts'
import { traceIdOf } from './tracing.ts'

/** The log of a process: one line of JSON per event. Errors include their message. */
export function openLog({ log_level }: Pick<ServerConfig, 'log_level'>, to?: DestinationStream): Logger {
  // Errors are logged as `error`; without this serializer they would be empty.
  const options = { level: log_level, base: null, serializers: { error: stdSerializers.err } }
  return to === undefined ? pino(options) : pino(options, to)
}

/** A log whose lines contain the trace ID, which identifies a run from its click to its ending. */
export function logOf(log: Logger, traceparent: string): Logger {
  return log.child({ trace_id: traceIdOf(traceparent) })
}
