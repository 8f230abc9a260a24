import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Host } from '../engine/host.ts'
import type { RunServiceStatus, RunService } from '../run/run-service.ts'
import type { GuardVariables } from './guard.ts'

/**
 * Adds `/status`: a page with the state of the server, its workers and the totals of all runs. It does not show single
 * runs, clients or files.
 */
export function addStatusPage(app: Hono<{ Variables: GuardVariables }>, host: Host, runService: RunService): void {
  app.get('/status', async (c) => c.html(await pageOf(host, await runService.status())))
}

function pageOf({ version, report }: Host, { problem, waiting, running, workers, endings }: RunServiceStatus) {
  const rows = [
    ['State', problem ?? 'Runs are accepted.'],
    ['Version', version],
    ['Sandbox level', report.level],
    ['Waiting runs', String(waiting)],
    ['Running runs', String(running)],
  ]
  const ended = Object.entries(endings).sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>Status - Rye Chain Playground</title>
      </head>
      <body>
        <main>
          <h1>Status</h1>
          ${table('This server', ['Property', 'Value'], rows)}
          ${
            workers.length === 0
              ? html`<p>
                  ${problem === null ? 'No workers. Either this server executes runs itself, or its queue has no worker.' : ''}
                </p>`
              : table(
                  'Workers',
                  ['Worker', 'Sandbox level', 'Version', 'Running', 'State'],
                  workers.map(({ id, level, version: of, slots, running: own, draining }) => [
                    id,
                    level,
                    of,
                    `${own} of ${slots}`,
                    draining ? 'stopping' : 'working',
                  ]),
                )
          }
          ${table(
            'Endings',
            ['Ending', 'Runs'],
            ended.map(([ending, count]) => [ending, String(count)]),
          )}
          <p><a href="/">The playground</a></p>
        </main>
      </body>
    </html>`
}

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]) {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
