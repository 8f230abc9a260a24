import type { LaunchOptions } from '@playwright/test'
import { existsSync } from 'node:fs'
import { isNightly } from '../core/testing/nightly.ts'

const shell = '/usr/bin/chromium-headless-shell'
const whole = '/usr/bin/chromium'

/** The system's full Chromium, for nightly runs and benchmarks. Default: the browser of the test runner. */
export const wholeChromium = firstOf([whole])

/**
 * The Chromium for daily runs: the headless shell if installed. It is the same engine without windows, and takes about two thirds of
 * the processor time.
 */
export const chromium = isNightly ? wholeChromium : firstOf([shell, whole])

function firstOf(paths: readonly string[]): Pick<LaunchOptions, 'executablePath'> {
  const executablePath = paths.find((path) => existsSync(path))
  return executablePath === undefined ? {} : { executablePath }
}
