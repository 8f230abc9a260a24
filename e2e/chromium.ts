import type { LaunchOptions } from '@playwright/test'
import { existsSync } from 'node:fs'
import { isNightly } from '../core/testing/nightly.ts'

const shell = '/usr/bin/chromium-headless-shell'
const whole = '/usr/bin/chromium'

/** Launch options for the system's full Chromium, for nightly runs and benchmarks. Default: Playwright's browser. */
export const wholeChromium = firstOf([whole])

/**
 * Launch options for stories: full Chromium in nightly runs, otherwise the headless shell if it is installed. The shell
 * has the same engine but no windows, and uses about two thirds of the CPU time.
 */
export const chromium = isNightly ? wholeChromium : firstOf([shell, whole])

function firstOf(paths: readonly string[]): Pick<LaunchOptions, 'executablePath'> {
  const executablePath = paths.find((path) => existsSync(path))
  return executablePath === undefined ? {} : { executablePath }
}
