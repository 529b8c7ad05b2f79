import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@/build/free-port'
import { newVictim } from '../hard/victim'
import { findChromium, startBrowser } from '../support/browser'
import { findProgram } from '../support/programs'
import { serveInFront } from './front'
import { PASSWORD, type Person, preparePlaces } from './places'
import { PIXEL, type Walk, walkScreens } from './walk'

/*
 * Walks all screens of FitTrackee's own web client in front of the executable, in the dialect `fittrackee`:
 * `bun run test:web-clients [--binary dist/milepost] [--client FOLDER] [--only 1.3.6]`. Fails on failed requests, errors
 * of scripts and missing values. The clients come from PyPI; they are only run, and never part of this project.
 */

const VERSIONS = ['1.2.2', '1.3.6']
const WHO: readonly (Person | undefined)[] = [undefined, 'alex', 'mia', 'tom']
/** Enough days of the demo for workouts of most sports, a warning and a report. */
const DAYS = '60'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/milepost' },
    client: { type: 'string' },
    only: { type: 'string' },
  },
})

/** The built web client of a version; undefined with a warning when it cannot be downloaded. */
function findClient(version: string): string | undefined {
  const folder = findProgram(`fittrackee-${version}`, (target) => [
    ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'],
    ...['--no-compile', '--target', target, `fittrackee==${version}`],
  ])
  return folder && join(folder, 'fittrackee', 'dist')
}

/** A server of map tiles, all of which are one pixel. */
const serveTiles = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(PIXEL, { headers: { 'content-type': 'image/png' } }),
  })

/** Walks a client. Returns false when something was wrong. */
async function check(name: string, folder: string, executable: string): Promise<boolean> {
  const start = performance.now()
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { API_DIALECT: 'fittrackee', UI_URL: url, EMAIL_URL: 'smtp://127.0.0.1:9' }
  const tiles = serveTiles()
  const victim = newVictim(resolve(values.binary), {
    env: {
      ...env,
      SENDER_EMAIL: 'milepost@example.org',
      TILE_SERVER_URL: `http://127.0.0.1:${tiles.port}/{z}/{x}/{y}.png`,
    },
  })
  const front = serveInFront(folder, { port, to: victim.url })
  const browser = await startBrowser(executable)
  try {
    const demo = await victim.command('demo', '--password', PASSWORD, '--days', DAYS)
    if (demo.code !== 0) throw new Error(demo.output)
    await victim.start()
    const placesOf = await preparePlaces(victim.url)
    const walks: Walk[] = []
    for (const who of WHO)
      walks.push(
        await walkScreens(browser, url, {
          ...{ who, isThorough: who === 'alex' },
          places: who ? await placesOf(who) : {},
        }),
      )
    const opened = new Set(walks.flatMap((walk) => walk.opened))
    const problems = [
      ...walks.flatMap((walk) => walk.problems),
      ...(walks[0]?.routes ?? [])
        .filter((route) => !opened.has(route))
        .map((route) => `${route}: a parameter has no value`),
    ]
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${name}: ${opened.size} screens, ${problems.length} problems, ${seconds} s`)
    for (const problem of problems) console.log(`  ${problem}`)
    return problems.length === 0
  } finally {
    await browser.close()
    await front.stop(true)
    await tiles.stop(true)
    await victim.end('SIGTERM')
    victim.remove()
  }
}

const chromium = findChromium()
const outcomes: boolean[] = []
if (chromium) {
  const wanted = VERSIONS.filter((version) => !values.only || version === values.only)
  const clients = values.client
    ? [{ name: values.client, folder: values.client }]
    : wanted.map((version) => ({ name: `FitTrackee ${version}`, folder: findClient(version) }))
  for (const { name, folder } of clients)
    if (folder) outcomes.push(await check(name, resolve(folder), chromium))
}
process.exitCode = outcomes.length > 0 && !outcomes.includes(false) ? 0 : 1
