import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { loadCommandConfig, withNewContext } from '@/cli/options'
import { hashText } from '@/lib/text/digest'
import { encodeShortId } from '@/lib/text/short-id'
import { openSnapshot } from '@/services/postgres/snapshot'
import { openDatabase } from '@/store/db/connections/open'
import { filesOf } from '@/store/db/queries/photos/photos'
import { migrateServer } from '@/use-cases/server-migration/move-server'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { createFittrackee, uuid } from '../support/fittrackee-server'
import { SECRETS, writeWorld } from '../support/fittrackee-world'
import { newFolder, newTestFolder } from '../support/folder'
import { SECRET, webpChunks } from '../support/photo-files'
import { findPostgres, type Postgres, startPostgres } from '../support/postgres'

const PASSWORD = 'password of everybody'
const SECRET_KEY = 'a key for tests only, of some length'
const MONTH = 30 * 24 * 3600

const NEW_YEAR = { workout_date: '2024-01-01', creation_date: '2024-01-01' }

const programs = findPostgres()
const id = (number: number) => encodeShortId(uuid(number))

/** A session token as FitTrackee creates it. */
function formerToken(userId: number, { lifetime = MONTH, age = 10 } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000) - age
  const claims = { exp: iat + lifetime, iat, sub: String(userId) }
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `Bearer ${text}.${createHmac('sha256', SECRET_KEY).update(text).digest('base64url')}`
}

/** A server on the migrated data, with the dialect of the source server. */
function serve() {
  const database = openDatabase(join(dataDir(), 'milepost.db'))
  const uploadsDir = join(dataDir(), 'uploads')
  const server = startServer({ dialect: 'fittrackee', uploadsDir }, database)
  server.clock.set(new Date().toISOString())
  const get = (path: string, userId?: number) =>
    server.call('GET', path, userId === undefined ? {} : { authorization: formerToken(userId) })
  return { ...server, get }
}

describe.skipIf(!programs)('import fittrackee-server', () => {
  const uploads = newFolder()
  let postgres: Postgres
  beforeAll(async () => {
    postgres = startPostgres(programs ?? '')
    const hash = await Bun.password.hash(PASSWORD, { algorithm: 'bcrypt', cost: 4 })
    const source = await createFittrackee(postgres.urlOf, 'world')
    await writeWorld(source, uploads, hash)
    await source.sql.close()
  })
  afterAll(() => postgres.stop())
  startInNewFolders()

  const move = (...more: string[]) =>
    run(
      ...['import', 'fittrackee-server', '--database', postgres.urlOf('world')],
      ...['--uploads', uploads, ...more],
    )

  test('reports how much of each kind was migrated, and what was not', async () => {
    const report = join(dataDir(), 'report.csv')
    const { code, out } = await move('--report', report)
    expect(code).toBe(6)
    expect(out.split('\n').filter((line) => /^[a-z].*: \d/.test(line))).toEqual([
      'users: 5 of 6, not: 1',
      'sports: 29 of 29',
      'equipment types: 11 of 11',
      'sport preferences: 1 of 1',
      'equipment: 2 of 2',
      'default equipment: 1 of 1',
      'workouts: 67 of 68, not: 1',
      'photos: 3 of 9, not: 6',
      'equipment totals (compared): 2 of 2',
      'records (compared): 1 of 2, not: 1',
      'follows: 3 of 3',
      'blocks: 1 of 1',
      'workout likes: 1 of 1',
      'comments: 1102 of 1102',
      'mentions: 1 of 1',
      'comment likes: 1 of 1',
      'reports: 1 of 1',
      'report comments: 1 of 1',
      'report actions: 1 of 1',
      'appeals: 1 of 1',
      'upload tasks: 1 of 2, not: 1',
      'notifications: 8 of 10, not: 2',
      'apps: 1 of 1',
      'app tokens: 1 of 2, not: 1',
      'ended sessions: 1 of 1',
      'settings: 1 of 1',
      'failed: 9',
      'left out: 6',
      'differs: 4',
    ])
    const rows = readFileSync(report, 'utf8').trimEnd().split('\n')
    const reasons = [
      'step,subject,result,detail',
      'users,cy,left out,unknown time zone Moon/Crater: Europe/Paris',
      'users,ANN,failed,there is another one with the same users.username',
      `workouts,${uuid(103)} workouts/3/3.gpx,differs,distance 0.5 (measured again: 0.303)`,
      `workouts,${uuid(104)} workouts/2/4.gpx,failed,no file workouts/2/4.gpx: its numbers are kept`,
      `workouts,${uuid(105)} workouts/2/5.gpx,failed,workouts/2/5.gpx cannot be read: its numbers are kept`,
      `workouts,${uuid(106)} workouts/6/6.gpx,failed,belongs to something that was not moved`,
    ]
    expect(rows.slice(0, 7)).toEqual(reasons)
    expect(rows).toContain('records (compared),id 2,differs,"MS of user 3: 1200, here 1211"')
    expect(rows).toContain(
      `workouts,${uuid(108)} workouts/2/8.fit,differs,no file: written anew from the points there`,
    )
    expect(rows.filter((row) => row.startsWith('photos,'))).toEqual([
      `photos,${uuid(804)} 4.jpg,failed,4.jpg is no readable photo`,
      `photos,${uuid(805)} 5.jpg,failed,5.jpg is too large`,
      `photos,${uuid(806)} 6.jpg,failed,no file 6.jpg`,
      `photos,${uuid(807)} 7.jpg,failed,its workout was not moved`,
      `photos,${uuid(808)} 8.jpg,failed,its workout was not moved`,
      `photos,${uuid(809)} 9.jpg,left out,belongs to no workout`,
    ])
    expect(rows).toContain('notifications,id 10,left out,event_type of_tomorrow is unknown here')
    expect(rows.join()).not.toContain(PASSWORD)
  })

  test('preserves accounts with their passwords, which are rehashed at the first login', async () => {
    await move()
    const { call, get, ctx } = serve()
    const login = { email: 'ann.2@example.com', password: PASSWORD }
    expect((await call('POST', '/api/auth/login', { json: login })).status).toBe(200)
    const { password_hash: hash } = await ctx.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    expect(hash).toStartWith('$argon2id$')
    const wrong = { json: { ...login, password: `${PASSWORD}!` } }
    expect((await call('POST', '/api/auth/login', wrong)).status).toBe(401)
    expect((await get('/api/auth/profile', 2)).body.data).toMatchObject({
      ...{ username: 'ann', first_name: 'Ann', bio: 'I <b>ride</b>', picture: true, role: 'user' },
      ...{ birth_date: 'Fri, 29 Feb 1980 00:00:00 GMT', language: 'fr', date_format: 'yyyy-MM-dd' },
      ...{ timezone: 'America/New_York', weekm: true, use_dark_mode: true, nb_workouts: 6 },
      ...{ workouts_visibility: 'public', map_visibility: 'followers_only' },
      ...{ hr_visibility: 'public', calories_visibility: 'private' },
      ...{
        notification_preferences: { mention: false },
        followers: 1,
        accepted_privacy_policy: false,
      },
    })
    expect((await get('/api/users/boss', 2)).body.data.users[0].role).toBe('owner')
    expect((await get('/api/users/ann/picture')).headers.get('content-type')).toBe('image/jpeg')
    const confirmed = await call('POST', '/api/auth/account/confirm', {
      json: { token: SECRETS.confirmation },
    })
    expect(confirmed.status).toBe(200)
    expect((await get('/api/config')).body.data).toMatchObject({
      ...{ about: 'About **us**', admin_contact: 'admin@example.com', max_users: 50 },
      ...{ privacy_policy: '# Policy', stats_workouts_limit: 500, file_limit_import: 20_000 },
    })
  })

  test('preserves sessions and apps of the source server, unless they have ended', async () => {
    await move()
    const { call, get, ctx } = serve()
    const bearer = (token: string) =>
      call('GET', '/api/workouts', { authorization: `Bearer ${token}` })
    expect((await get('/api/auth/profile', 3)).body.data.username).toBe('bob')
    const resetLink = { authorization: formerToken(3, { lifetime: 3600 }) }
    expect((await call('GET', '/api/auth/profile', resetLink)).status).toBe(401)
    expect((await bearer(SECRETS.access)).status).toBe(200)
    expect((await bearer(SECRETS.revoked)).status).toBe(401)
    const refreshed = await call('POST', '/api/oauth/token', {
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', refresh_token: SECRETS.refresh },
        ...{ client_id: SECRETS.clientId, client_secret: SECRETS.clientSecret },
      }),
    })
    expect(refreshed.status).toBe(200)
    expect((await bearer(refreshed.body.access_token)).status).toBe(200)
    const ended = await ctx.db.selectFrom('blacklisted_tokens').selectAll().execute()
    expect(ended).toMatchObject([{ token_hash: hashText(SECRETS.ended) }])
    const [now, later] = [10, 20].map((age) => formerToken(3, { age }))
    const change = {
      email: 'bob.3@example.com',
      password: PASSWORD,
      new_password: 'quite another one',
    }
    const options = { authorization: now ?? '', json: change }
    expect((await call('PATCH', '/api/auth/profile/edit/account', options)).status).toBe(200)
    expect((await call('GET', '/api/auth/profile', { authorization: later ?? '' })).status).toBe(
      401,
    )
  })

  test('preserves workouts with their ids, lines, gear and reactions', async () => {
    await move()
    const { get } = serve()
    const first = (await get(`/api/workouts/${id(101)}`, 2)).body.data.workouts[0]
    expect(first).toMatchObject({
      ...{ id: id(101), title: 'Ride 1', notes: 'secret', description: 'It was *nice*' },
      ...{ distance: 0.303, duration: '0:01:30', ave_speed: 12.12, max_speed: 12.11, calories: 99 },
      ...{ ascent: 2, descent: 6, map: 'map-1', source: 'Watch 9', original_file: 'gpx' },
      ...{ workout_date: 'Sat, 04 May 2024 08:00:00 GMT', likes_count: 1, with_geometry: true },
      creation_date: 'Wed, 01 May 2024 10:00:00 GMT',
      weather_start: { icon: 'rain', temperature: 9, humidity: 0.5, wind: 2, windBearing: 90 },
      equipments: [
        { id: id(301), label: 'Red bike', workouts_count: 1, default_for_sport_ids: [1] },
      ],
      segments: [{ segment_id: id(201), segment_number: 1, distance: 0.303 }],
    })
    const line = (await get(`/api/workouts/${id(101)}/geojson`)).body.data.geojson
    expect(line.coordinates[0]).toHaveLength(10)
    const byHand = (await get(`/api/workouts/${id(102)}`, 2)).body.data.workouts[0]
    expect(byHand).toMatchObject({ duration: '1 day, 1:00:00', distance: 250, with_file: false })
    expect((await get(`/api/workouts/${id(103)}`)).status).toBe(404)
    const kept = (await get(`/api/workouts/${id(103)}`, 3)).body.data.workouts[0]
    expect(kept).toMatchObject({ distance: 0.5, workout_visibility: 'followers_only' })
    const lost = (await get(`/api/workouts/${id(104)}`, 2)).body.data.workouts[0]
    expect(lost).toMatchObject({ distance: 0.303, with_file: false, segments: [] })
    const chart = (await get(`/api/workouts/${id(107)}/chart_data`, 2)).body.data.chart_data
    expect(chart.map((point: { elevation: number }) => point.elevation)).toEqual(
      Array.from({ length: 10 }, (_, i) => 500 + i),
    )
    expect((await get(`/api/workouts/${id(105)}`, 2)).body.data.workouts[0].suspended).toBe(true)
    expect(existsSync(join(dataDir(), 'uploads/workouts/2/1.gpx'))).toBe(true)
    const anew = (await get(`/api/workouts/${id(108)}`, 2)).body.data.workouts[0]
    expect(anew).toMatchObject({
      ...{ with_file: true, original_file: 'gpx', ascent: 2, distance: 0.303 },
      segments: [{ segment_id: id(208) }],
    })
    const comments = (await get(`/api/workouts/${id(101)}/comments`, 2)).body.data.comments
    expect(comments).toMatchObject([
      { id: id(401), text: 'Well done @ann', likes_count: 1, mentions: [{ username: 'ann' }] },
    ])
    expect((await get('/api/stats/ann/by_time?time=year', 2)).body.data.statistics).toMatchObject({
      2024: { 5: { total_workouts: 1, total_distance: 250 } },
    })
    expect((await get('/api/auth/blocked-users', 3)).body.blocked_users).toMatchObject([
      { username: 'cy' },
    ])
    expect((await get('/api/follow-requests', 2)).body.data.follow_requests).toMatchObject([
      { username: 'cy', suspended_at: 'Sat, 01 Jun 2024 00:00:00 GMT' },
    ])
  })

  test('encodes photos again, with their order, descriptions and places', async () => {
    await move()
    const { get, ctx } = serve()
    const attached = async (workout: number, userId?: number) =>
      (await get(`/api/workouts/${id(workout)}`, userId)).body.data.workouts[0]
    const own = await attached(101, 2)
    expect(own).toMatchObject({ media_visibility: 'public' })
    const [second, first] = own.media_attachments
    expect(own.media_attachments).toMatchObject([
      // Its position has no longitude, so the one in the file applies.
      { id: id(802), meta: { coordinates: { latitude: 48.5, longitude: 2.25 } } },
      {
        ...{ id: id(801), description: 'The <b>pass</b>' },
        meta: { coordinates: { latitude: 44.681, longitude: 6.0738 }, width: 60, height: 40 },
      },
    ])
    expect(second.description).toHaveLength(1500)
    // The camera's clock, 10:20 in New York
    expect(first.meta.taken_at).toBe('Wed, 01 May 2024 14:20:30 GMT')
    expect((await attached(101)).media_attachments[1].meta.taken_at).toBeUndefined()
    const image = await get(new URL(first.meta.thumbnail_url).pathname)
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect(await attached(103, 3)).toMatchObject({
      media_visibility: 'private',
      media_attachments: [{ id: id(803), description: '', meta: { coordinates: null } }],
    })
    const files = [...new Bun.Glob('photos/**').scanSync(join(dataDir(), 'uploads'))]
    const rows = await ctx.db.selectFrom('photos').selectAll().execute()
    expect(files.sort()).toEqual(rows.flatMap(filesOf).sort())
    for (const file of files) {
      const bytes = readFileSync(join(dataDir(), 'uploads', file))
      expect(webpChunks(bytes)).toEqual(['VP8 '])
      expect(bytes.includes(SECRET)).toBe(false)
    }
    expect((await get('/api/auth/profile', 2)).body.data.media_visibility).toBe('followers_only')
  })

  test('preserves reports, their actions and notifications', async () => {
    await move()
    const { get } = serve()
    expect((await get('/api/reports/7', 1)).body.report).toMatchObject({
      ...{ id: 7, note: 'too fast', resolved: true, reported_by: { username: 'bob' } },
      comments: [{ comment: 'hm' }],
      report_actions: [
        {
          ...{ id: id(501), action_type: 'workout_suspension', reason: 'a motor' },
          appeal: { id: id(502), approved: false, text: 'no motor', reason: 'yes' },
        },
      ],
    })
    const told = async (userId: number) =>
      (await get('/api/notifications', userId)).body.notifications.map(
        ({ type, marked_as_read }: { type: string; marked_as_read: boolean }) =>
          `${type} ${marked_as_read ? 'read' : 'new'}`,
      )
    expect(await told(2)).toEqual([
      ...['workouts_archive_upload new', 'workout_suspension read', 'workout_comment read'],
      ...['workout_like new', 'follow read'],
    ])
    expect(await told(1)).toEqual(['suspension_appeal read', 'report new'])
    const [appeal] = (await get('/api/notifications', 1)).body.notifications
    expect(appeal.report.id).toBe(7)
    expect((await get('/api/workouts/upload-tasks', 2)).body.data.tasks).toMatchObject([
      {
        ...{ id: id(601), original_file_name: 'a.zip', files_count: 2, new_workouts_count: 1 },
        errored_files: { archive: null, files: { 'bad.gpx': 'no tracks in gpx file' } },
      },
    ])
  })

  test('continues where it was interrupted, migrates nothing twice, and rejects a second source server', async () => {
    const [stopped, whole] = [newTestFolder(), dataDir()]
    const { urlOf } = postgres
    for (let isFinished = false, times = 0; !isFinished; times += 1) {
      if (times > 100) throw new Error('it never ends')
      isFinished = await withNewContext(
        loadCommandConfig({ dataDir: stopped }, SILENT_IO),
        async ({ ctx }) => {
          const snapshot = await openSnapshot(urlOf('world'))
          let pages = 0
          const shouldContinue = () => pages++ < 1
          const options = {
            snapshot,
            uploads,
            isDryRun: false,
            shouldContinue,
            onProgress: () => undefined,
          }
          return migrateServer(ctx, options).finally(snapshot.close)
        },
      )
    }
    await move()
    expect(await contentOf(stopped)).toEqual(await contentOf(whole))
    const report = join(whole, 'report.csv')
    expect(await move('--report', report)).toMatchObject({
      code: 1,
      out: expect.stringContaining('workouts: 67 of 68, not: 1'),
      err: expect.stringContaining('A server was moved in here already'),
    })
    expect(readFileSync(report, 'utf8')).toContain('users,ANN,failed,')
  })

  test('changes nothing with --dry-run, with the same summary', async () => {
    const before = await contentOf(dataDir())
    const looked = await move('--dry-run')
    expect(looked.code).toBe(6)
    expect(await contentOf(dataDir())).toEqual(before)
    expect(existsSync(join(dataDir(), 'uploads/workouts'))).toBe(false)
    const folder = join(newTestFolder(), 'data')
    expect((await move('--dry-run', '--data-dir', folder)).code).toBe(6)
    expect(existsSync(folder)).toBe(false)
    const summary = (text: string) => text.split('\n').filter((line) => !line.includes('%'))
    expect(summary(looked.out)).toEqual(summary((await move()).out))
  })

  test('rejects a server that already has accounts', async () => {
    await inContext((ctx) => aUser(ctx, { username: 'ann' }))
    expect(await move()).toMatchObject({
      code: 1,
      err: expect.stringContaining('This server already has accounts'),
    })
    expect((await move('--dry-run')).out).toContain('the migration itself would be rejected')
  })

  test('reports what is wrong with the URL, the password, the database or the folder', async () => {
    const attempt = async (database: string, folder = uploads) => {
      const order = ['import', 'fittrackee-server', '--database', database, '--uploads', folder]
      const { code, err, out } = await run(...order)
      expect({ code, told: `${out}${err}`.includes('a%20password') }).toEqual({
        code: 1,
        told: false,
      })
      return err
    }
    const url = new URL(postgres.urlOf('world'))
    expect(await attempt('world')).toContain('postgresql://user:password@host:5432/fittrackee')
    url.password = 'wrong'
    expect(await attempt(url.href)).toBe(
      `PostgreSQL at 127.0.0.1:${url.port}/world: password authentication failed for user "postgres"`,
    )
    expect(await attempt(postgres.urlOf('nothing'))).toContain('database "nothing" does not exist')
    expect(await attempt(postgres.urlOf('postgres'))).toContain('There is no table users')
    expect(await attempt('postgresql://a:b@127.0.0.1:9/c')).toContain('PostgreSQL at 127.0.0.1:9/c')
    expect(await attempt('postgresql:///a?host=/nowhere&port=7')).toContain('/nowhere:7/a')
    expect(await attempt(postgres.urlOf('world'), dataDir())).toContain(
      'holds neither workouts nor',
    )
    expect(await contentOf(dataDir())).toMatchObject({ users: [] })
  })

  test('does not recreate a file that exists but cannot be read', async () => {
    const copy = newTestFolder()
    cpSync(uploads, copy, { recursive: true })
    const file = join(copy, 'workouts/2/1.gpx')
    rmSync(file)
    symlinkSync('1.gpx', file)
    const { code, err } = await move('--uploads', copy)
    expect(code).toBe(1)
    expect(err).toStartWith(`${file} cannot be read (ELOOP`)
    rmSync(join(copy, 'workouts'), { recursive: true })
    symlinkSync('workouts', join(copy, 'workouts'))
    const none = await move('--uploads', copy)
    expect(none.err).toStartWith(`${join(copy, 'workouts')} cannot be read (ELOOP`)
  })

  test('does not start when its report cannot be written', async () => {
    const report = join(dataDir(), 'nowhere', 'report.csv')
    expect((await move('--report', report)).err).toContain(join(dataDir(), 'nowhere'))
    expect(await contentOf(dataDir())).toMatchObject({ users: [] })
  })

  test('creates no folder when a server cannot be migrated', async () => {
    const folder = join(newTestFolder(), 'data')
    const to = ['--data-dir', folder]
    expect((await move(...to, '--uploads', dataDir())).err).toContain('holds neither workouts nor')
    expect((await move(...to, '--database', postgres.urlOf('nothing'))).code).toBe(1)
    expect((await move(...to, '--database', postgres.urlOf('postgres'))).code).toBe(1)
    expect(existsSync(folder)).toBe(false)
  })

  test('reads one snapshot of the database and cannot write', async () => {
    const { sql } = await createFittrackee(postgres.urlOf, 'moment')
    await sql.unsafe(`create sequence numbers; create view written as select nextval('numbers') id`)
    const address = new URL(postgres.urlOf('moment'))
    address.password = ''
    const snapshot = await openSnapshot(address.href, postgres.password)
    try {
      const before = await snapshot.count('sports')
      await sql.unsafe('delete from sports')
      expect(await snapshot.count('sports')).toBe(before)
      const tricky = { table: 'written', columns: ['id'], key: ['id'], after: undefined, limit: 1 }
      await expect(snapshot.page(tricky)).rejects.toThrow('read-only transaction')
    } finally {
      await snapshot.close()
      await sql.close()
    }
  })

  test('ignores files outside the folder and skips invalid values', async () => {
    const { sql, write } = await createFittrackee(postgres.urlOf, 'odd')
    const person = { password: 'none', created_at: '2024-01-01', role: 100 }
    await write('users', { id: 1, username: 'ann', email: 'a@example.com', ...person })
    await write('users', { id: 2, username: null, email: 'b@example.com', ...person })
    const never = { created_at: 'infinity' }
    await write('users', { id: 3, username: 'cy', email: 'c@example.com', ...person, ...never })
    const ride = { user_id: 1, sport_id: 1, duration: '1 hour', distance: 5, ...NEW_YEAR }
    const other = newTestFolder()
    copyFileSync(join(uploads, 'workouts/2/1.gpx'), join(other, '1.gpx'))
    const outside = join('..', basename(other), '1.gpx')
    const names = [outside, `${uploads}/workouts/2/1.gpx`, 'workouts/2', 'workouts/2/1.gpx']
    for (const [at, original_file] of names.entries())
      await write('workouts', { uuid: uuid(900 + at), ...ride, original_file })
    await write('workouts', { uuid: uuid(910), ...ride, sport_id: 99 })
    // A duplicate of the workout must not delete the file of the first one.
    await write('workouts', { uuid: uuid(903), ...ride, original_file: 'workouts/2/1.gpx' })
    await write('oauth2_client', {
      ...{ client_id: 'x', client_id_issued_at: 1, client_secret_expires_at: 0, user_id: 1 },
      client_metadata: 'no JSON',
    })
    await sql.close()
    const order = ['import', 'fittrackee-server', '--database', postgres.urlOf('odd')]
    const { code, out } = await run(...order, '--uploads', uploads)
    expect(code).toBe(6)
    expect(out.split('\n').filter((line) => line.startsWith(' > '))).toEqual([
      ' > users, id 2: username is missing',
      ' > users, cy: created_at is missing',
      ...names.slice(0, 3).map((name, at) => {
        return ` > workouts, ${uuid(900 + at)} ${name}: no file ${name}: its numbers are kept`
      }),
      ` > workouts, ${uuid(910)}: the sport 99 is unknown here`,
      ` > workouts, ${uuid(903)} workouts/2/1.gpx: there is another one with the same workouts.short_id`,
      ' > apps, id 1: client_metadata cannot be read',
    ])
    const stored = new Bun.Glob('workouts/**').scanSync(join(dataDir(), 'uploads'))
    expect([...stored].map((path) => path.split('/').slice(0, 2).join('/'))).toEqual(['workouts/1'])
  })

  test('reports which tables and columns of another version are missing', async () => {
    const { sql } = await createFittrackee(postgres.urlOf, 'older')
    await sql.unsafe('alter table users drop column role')
    const order = ['import', 'fittrackee-server', '--database', postgres.urlOf('older')]
    const { err } = await run(...order, '--uploads', uploads)
    expect(err).toContain('The table users has no column role')
    await sql.unsafe('alter table users add column role int default 100')
    await sql.unsafe('alter table workouts drop column calories')
    await sql.unsafe(`insert into users (username, email, password, created_at)
      values ('ann', 'ann@example.com', 'none', now())`)
    await sql.unsafe('drop table mentions')
    // FitTrackee 1.2 has no photos.
    await sql.unsafe('drop table media')
    for (const table of ['users', 'workouts'])
      await sql.unsafe(`alter table ${table} drop column media_visibility`)
    await sql.close()
    const report = join(dataDir(), 'report.csv')
    expect((await run(...order, '--uploads', uploads, '--report', report)).code).toBe(0)
    expect(readFileSync(report, 'utf8').trimEnd().split('\n').slice(1)).toEqual([
      'workouts,all,left out,the table workouts has no column calories',
      'mentions,all,left out,there is no table mentions',
    ])
  })
})

const SILENT_IO = {
  out: () => undefined,
  err: () => undefined,
  binary: () => new PassThrough(),
  env: { LOG_LEVEL: 'error' },
  confirm: () => false,
}

/** Rows that the migration itself dates, and those of SQLite and Kysely. */
const NOT_COMPARED = /^(server_moves|segment_piece_boxes|purpose_tokens|kysely|sqlite)/

/** A column of users that the migration itself dates. */
const UNDATED = { older_sessions_until: null }

/** All rows of a data folder. */
async function contentOf(folder: string): Promise<Record<string, unknown[]>> {
  const { db } = openDatabase(join(folder, 'milepost.db'))
  try {
    const tables = (await db.introspection.getTables()).filter(
      ({ name }) => !NOT_COMPARED.test(name),
    )
    const content: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      const rows = await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute()
      content[name] = name === 'users' ? rows.map((row) => ({ ...row, ...UNDATED })) : rows
    }
    return content
  } finally {
    await db.destroy()
  }
}
