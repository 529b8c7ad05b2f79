import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterTest } from '../support/after-test'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { newFolder } from '../support/folder'
import { until } from '../support/until'

const PASSWORD = 'a password of the demo'
const SETTINGS = {
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
  AUTH_RATE_LIMITS: 'off',
  // Appears in links, which must be equal on both servers.
  UI_URL: 'http://milepost.example.org',
}
const JSON_TYPE = { 'content-type': 'application/json' }
/** All users of the demo, and an anonymous visitor. Another user writes during the backup. */
const READERS = ['alex', 'jonas', 'mia', 'priya', 'tom', undefined]
const WRITER = 'scribe'
const ORIGINALS = 2000

let binary: InstalledBinary

beforeAll(() => {
  binary = installBinary()
}, BUILD_TIMEOUT)
afterAll(() => binary?.remove())

async function tokenOf(server: RunningServer, name: string): Promise<string> {
  const body = JSON.stringify({ email: `${name}@example.org`, password: PASSWORD })
  const init = { method: 'POST', headers: JSON_TYPE, body }
  const answer = await fetch(`${server.url}/api/auth/login`, init)
  return (await answer.json()).auth_token
}

/**
 * Operations whose responses are not in a backup: the current state of the server itself, the audit log, to which the
 * logins of this test add entries, responses of external services, and the used storage, to which a server adds the map
 * images that it draws while it is idle, and the regions that it finds while it is idle.
 */
const NOT_KEPT =
  /^(ping|checkDatabase|getBackupStatus|getSetupState|getMapTile|searchPlaces|lookUpPlace|listAuditEntries|exportAuditLog|getOperations|getStorageUse|listVisitedRegions)$/

/** The database columns with the values that a path parameter can have. */
const VALUES: Record<string, string> = {
  action_short_id: 'select short_id from report_actions',
  client_id: 'select client_id from oauth2_apps union select id from oauth2_apps',
  comment_short_id: 'select short_id from comments',
  course_id: 'select short_id from saved_courses',
  equipment_short_id: 'select short_id from equipments',
  equipment_type_id: 'select id from equipment_types',
  file: "select name || '.webp' from photos",
  file_name: "select file_path from user_tasks where type = 'user_data_export'",
  map_id: 'select map_id from workouts where map_id is not null',
  ranked_segment_id: 'select short_id from ranked_segments',
  report_id: 'select id from reports',
  sport_id: 'select id from sports',
  // Secrets are not stored, so links cannot be listed.
  share_secret: "select 'unknown'",
  task_short_id: 'select short_id from user_tasks',
  user_name: `select username from users where username <> '${WRITER}'`,
  webhook_id: 'select id from webhooks',
  workout_short_id: `select short_id from workouts where user_id not in (select id from users where username = '${WRITER}')`,
}
const TASK_TYPES = ['user_data_export', 'workouts_archive_upload']

interface Operation {
  operationId: string
  parameters?: { in: string; name: string }[]
}

/** Every URL of a GET operation, with values from a database. */
async function addressesOf(server: RunningServer, database: string): Promise<string[]> {
  const sqlite = new Database(database, { readonly: true })
  const list = (sql: string) =>
    sqlite
      .prepare<[], unknown[]>(sql)
      .raw()
      .all()
      .map(([value]) => String(value))
  const segments = sqlite
    .prepare<[], { workout: string; segment: string; position: number }>(
      'select w.short_id as workout, s.short_id as segment, s.position from segments s join workouts w on w.id = s.workout_id',
    )
    .all()
  const fill = (path: string): string[] => {
    const [, name] = /\{(\w+)\}/.exec(path) ?? []
    if (name === undefined) return [path]
    if (/segment_(short_)?id/.test(path))
      return segments.map(({ workout, segment, position }) =>
        path
          .replace('{workout_short_id}', workout)
          .replace('{segment_short_id}', segment)
          .replace('{segment_id}', String(position + 1)),
      )
    const values = name === 'task_type' ? TASK_TYPES : list(VALUES[name] ?? '')
    return values.flatMap((value) => fill(path.replace(`{${name}}`, encodeURIComponent(value))))
  }
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>
  }
  const kept = Object.entries(paths).filter(([, { get }]) => get && !NOT_KEPT.test(get.operationId))
  const addresses = kept.flatMap(([path]) => fill(path))
  sqlite.close()
  return [
    ...addresses,
    '/api/workouts?per_page=100',
    '/api/users?per_page=50',
    '/api/notifications?page=2',
  ]
}

/** The response of a URL, without the number of workouts of the user who writes during the backup. */
async function read(server: RunningServer, path: string, token: string | undefined) {
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`${server.url}${path}`, { headers })
  const content = Buffer.from(await answer.bytes()).toString('latin1')
  const told = path.startsWith('/api/users')
    ? content.replace(/"nb_workouts":\d+/g, '"nb_workouts":…')
    : content
  const type = answer.headers.get('content-type')
  return path === '/api/stats/all' ? `${answer.status} ${type}` : `${answer.status} ${type} ${told}`
}

/** Waits until the idle server has assigned all workouts to courses, which its responses show. */
async function untilNothingIsLeft(database: string): Promise<void> {
  const sqlite = new Database(database, { readonly: true })
  const left = sqlite
    .prepare('select count(*) from workouts where is_routed = 0 and original_file is not null')
    .pluck()
  await until('all workouts are assigned to courses', () => left.get() === 0)
  sqlite.close()
}

/** Creates and deletes workouts until it is stopped. Returns how many. */
function write(server: RunningServer, token: string) {
  const state = { goesOn: true, rounds: 0 }
  const headers = { authorization: `Bearer ${token}`, ...JSON_TYPE }
  const entry = { sport_id: 1, duration: 3600, distance: 20, workout_date: '2026-02-01 10:00' }
  const body = JSON.stringify({ ...entry, workout_visibility: 'private' })
  const done = (async () => {
    while (state.goesOn) {
      const made = await fetch(`${server.url}/api/workouts/no_gpx`, {
        method: 'POST',
        headers,
        body,
      })
      const [workout] = (await made.json()).data.workouts
      await fetch(`${server.url}/api/workouts/${workout.id}`, { method: 'DELETE', headers })
      state.rounds += 1
    }
    return state.rounds
  })()
  return {
    stop: () => {
      state.goesOn = false
      return done
    },
  }
}

describe('a backup', () => {
  test('made during writes restores to byte-identical responses for every user and URL', async () => {
    expect(binary.run(['demo', '--password', PASSWORD, '--days', '20'])).toMatchObject({ code: 0 })
    const create = ['users', 'create', WRITER, '--email', `${WRITER}@example.org`]
    expect(binary.run([...create, '--password', PASSWORD])).toMatchObject({ code: 0 })
    const server = await binary.serve([], SETTINGS)
    afterTest(server.stop)
    await untilNothingIsLeft(join(binary.dataDir, 'milepost.db'))
    const backups = join(newFolder(), 'backups')
    const load = write(server, await tokenOf(server, WRITER))
    // Their sessions and the key are in the backup, so that both servers accept them.
    const tokens = new Map<string, string | undefined>()
    for (const name of READERS) tokens.set(name ?? '', name && (await tokenOf(server, name)))
    const made = Bun.spawn([join(binary.folder, 'milepost'), 'backup', '--to', backups], {
      env: { DATA_DIR: binary.dataDir, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await made.exited).toBe(0)
    expect(await load.stop()).toBeGreaterThan(0)
    const restored = join(newFolder(), 'data')
    const order = ['restore', backups, '--data-dir', restored]
    expect(binary.run(order)).toMatchObject({ code: 0 })
    const again = await binary.serve([], { ...SETTINGS, DATA_DIR: restored })
    afterTest(again.stop)
    const addresses = await addressesOf(again, join(restored, 'milepost.db'))
    const statuses: Record<string, number> = {}
    for (const [name, token] of tokens) {
      for (const path of addresses) {
        const [before, after] = await Promise.all(
          [server, again].map((one) => read(one, path, token)),
        )
        if (before !== after) expect([name, path, after]).toEqual([name, path, before])
        const status = before?.slice(0, 3) ?? ''
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await server.stop()
    await again.stop()
    expect(Object.keys(statuses).filter((status) => status >= '500')).toEqual([])
    expect(statuses['200']).toBeGreaterThan(500)
  }, 300_000)

  test('of many originals is repeated without reading or writing them', () => {
    const dataDir = join(newFolder(), 'data')
    const create = ['users', 'create', 'ann', '--email', 'ann@example.org', '--password', PASSWORD]
    expect(binary.run(create, { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    const folder = join(dataDir, 'uploads', 'workouts', '1')
    mkdirSync(folder, { recursive: true })
    for (let index = 0; index < ORIGINALS; index++)
      writeFileSync(join(folder, `${index}.gpx`), `${index}\n`.repeat(400))
    const to = join(newFolder(), 'backups')
    const backUp = () => {
      const { exitCode, resourceUsage } = Bun.spawnSync(
        [join(binary.folder, 'milepost'), 'backup', '--to', to],
        { env: { DATA_DIR: dataDir, PATH: '/usr/bin:/bin' } },
      )
      expect(exitCode).toBe(0)
      return Number(resourceUsage.cpuTime.total) / 1e6
    }
    const contents = () =>
      readdirSync(join(to, 'contents'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => `${name} ${statSync(join(parentPath, name)).ino}`)
        .sort()
    const first = backUp()
    const before = contents()
    const second = backUp()
    const after = contents()
    expect(before.length).toBeGreaterThan(ORIGINALS)
    // Except for the copy of the database, which differs each time.
    expect(before.filter((content) => !after.includes(content))).toEqual([])
    expect(after.length).toBeLessThanOrEqual(before.length + 1)
    expect(second).toBeLessThan(first / 2)
    expect(binary.run(['backup', 'verify', to])).toMatchObject({ code: 0 })
  }, 120_000)
})
