import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

const TABLE = resolve(import.meta.dir, '../browser/coverage.md')

const HEAD = `# From which screen an operation is reached

Made by the browser tests: they note every operation of the API that a page asks for, and the first screens that do. A
row is added when a test reaches a new operation; \`UPDATE_COVERAGE=1\` adds screens to the rows that are there.

| Operation | Screen |
|---|---|
`

const OTHERS = `
## Operations without one

| Operation | Why |
|---|---|
`

const SHORT_ID = /^[2-9A-HJ-NP-Za-km-z]{22}$/

/** A path with placeholders for ids and user names. */
function patternOf(path: string): string {
  const parts = path.split('/')
  return parts
    .map((part, at) => {
      if (SHORT_ID.test(part) || /^\d+$/.test(part)) return '$id'
      const before = parts[at - 1] ?? ''
      return ['members', 'users'].includes(before) && part !== '' ? '$username' : part
    })
    .join('/')
}

/** Records which operations a page calls, and on which screen: lines of method, path and screen. */
export function observeOperations(page: Page, operations: Set<string>): void {
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const frame = request.frame()
    const screen = patternOf(new URL(frame.url()).pathname)
    operations.add(`${request.method()} ${pathname} ${screen}`)
  })
}

/** An operation of the API as its document describes it. */
export interface Operation {
  method: string
  path: string
}

/** Operations that no screen calls, and the reason. */
export const WITHOUT_SCREEN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      'for programs, which have a token instead of a screen',
      [
        'GET /.well-known/oauth-authorization-server',
        ...['POST /api/inbox', 'POST /api/oauth/revoke', 'POST /api/oauth/token', 'PUT /api/inbox'],
      ],
    ],
    [
      'read by feed readers and calendars',
      [
        'GET /api/calendar.ics',
        ...['GET /users/{user_name}/workouts.atom', 'GET /users/{user_name}/workouts.rss'],
      ],
    ],
    ['loaded by the images of pages', ['GET /media/{file}']],
    [
      'opened by people without an account',
      ['GET /share/{share_secret}', 'GET /share/{share_secret}/card.png'],
    ],
    [
      'one of what screens get in lists, or beside what they ask for anyway',
      [
        ...['GET /api/equipment-types/{equipment_type_id}', 'GET /api/sports/{sport_id}'],
        ...['GET /api/oauth/apps/{client_id}', 'GET /api/oauth/apps/{client_id}/by_id'],
        ...['GET /api/notifications/types', 'GET /api/geocode/lookup'],
        ...['GET /api/tasks/queued/{task_type}', 'GET /api/users/tasks/queued'],
        'GET /api/users/tasks/queued/{task_type}',
      ],
    ],
    [
      'older path or form of what screens do otherwise',
      [
        ...['POST /api/auth/profile/edit/sports'],
        ...['GET /api/workouts/tasks', 'GET /api/workouts/tasks/{task_short_id}'],
        ...['DELETE /api/workouts/tasks/{task_short_id}'],
        ...['GET /api/workouts/tasks/{task_short_id}/report'],
        ...['POST /api/workouts/tasks/{task_short_id}/abort'],
        ...['POST /api/workouts/tasks/{task_short_id}/undo'],
        ...['GET /api/workouts/{workout_short_id}/gpx'],
        ...['GET /api/workouts/{workout_short_id}/gpx/segment/{segment_id}'],
        ...['GET /api/workouts/{workout_short_id}/geojson/segment/{segment_short_id}'],
        ...['GET /api/workouts/{workout_short_id}/chart_data/segment/{segment_short_id}'],
        ...['GET /api/workouts/collection', 'GET /api/workouts/global-map'],
      ],
    ],
    ['no screen offers it yet', ['GET /api/workouts/{workout_short_id}/gpx/download']],
    ['switches off a warning that this UI does not give', ['POST /api/auth/profile/edit/messages']],
  ].flatMap(([why, names]) => [...(names ?? [])].map((name) => [name, String(why)])),
)

/** The operations of an API that the table has no screen for, sorted. */
export function operationsWithoutScreen(document: ApiPaths): string[] {
  const rows = readCoverage()
  const names = operationsIn(document).map(({ method, path }) => `${method} ${path}`)
  return names.filter((name) => !rows.has(name)).toSorted()
}

/** The parts of the API document that are read here. */
interface ApiPaths {
  paths: Record<string, Record<string, unknown>>
}

const operationsIn = ({ paths }: ApiPaths): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )

/** All operations of a running server. */
const operationsOf = async (url: string): Promise<Operation[]> =>
  operationsIn((await (await fetch(`${url}/api/openapi.json`)).json()) as ApiPaths)

/** The most specific operation for a request: `/users/tasks` is not a user named tasks. */
function findOperation(all: readonly Operation[], method: string, path: string) {
  const parts = path.split('/')
  const fits = all.filter(
    (operation) =>
      operation.method === method &&
      operation.path.split('/').length === parts.length &&
      operation.path.split('/').every((part, at) => part.startsWith('{') || part === parts[at]),
  )
  const names = ({ path }: Operation) => path.split('{').length
  return fits.toSorted((one, other) => names(one) - names(other))[0]
}

/** Rows of the table: from `GET /api/x` to screens. */
function readCoverage(): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>()
  if (!existsSync(TABLE)) return rows
  const [reached = ''] = readFileSync(TABLE, 'utf8').split(OTHERS)
  for (const [, operation = '', screens = ''] of reached.matchAll(
    /^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm,
  ))
    rows.set(
      operation,
      new Set([...screens.matchAll(/`([^`]+)`/g)].map(([, screen = '']) => screen)),
    )
  return rows
}

/** Whether screens are also added to existing rows; otherwise only new operations change the table. */
const isUpdating = () => process.env.UPDATE_COVERAGE !== undefined

/** Adds operations that the table lacks. @throws Error when there were any, so that the new table gets committed */
export async function requireCoverage(url: string, observed: Set<string>): Promise<void> {
  const news = await recordCoverage(url, observed)
  if (news.length > 0)
    throw new Error(`test/browser/coverage.md knew nothing of:\n${news.join('\n')}`)
}

async function recordCoverage(url: string, observed: Set<string>): Promise<string[]> {
  const all = await operationsOf(url)
  const rows = readCoverage()
  const news = new Set<string>()
  for (const line of observed) {
    const [method = '', path = '', screen = ''] = line.split(' ')
    const operation = findOperation(all, method, path)
    if (!operation) continue
    const name = `${operation.method} ${operation.path}`
    if (!rows.has(name)) news.add(name)
    rows.set(name, (rows.get(name) ?? new Set()).add(screen))
  }
  if (news.size > 0 || isUpdating()) writeFileSync(TABLE, tableOf(rows))
  return isUpdating() ? [] : [...news]
}

const MANY = 6

function tableOf(rows: Map<string, Set<string>>): string {
  const lines = [...rows]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, screens]) => {
      const list = [...screens]
        .toSorted()
        .slice(0, MANY)
        .map((screen) => `\`${screen}\``)
      return `| \`${name}\` | ${list.join(' ')} |\n`
    })
  const others = Object.entries(WITHOUT_SCREEN).map(([name, why]) => `| \`${name}\` | ${why} |\n`)
  return HEAD + lines.join('') + OTHERS + others.join('')
}
