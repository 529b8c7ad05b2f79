import type { SQL } from 'bun'
import { NUMBERS_OF_TEN, tenPoints, uuid, type Write, writeUpload } from './fittrackee-server'
import { plainPng } from './images'
import { aBomb, aPhoto } from './photo-files'

const DAY = '2024-05-01 10:00:00'
const SECOND = 1000

/** Secrets that users and their apps have from the source server. */
export const SECRETS = {
  clientId: 'a-client-of-ann',
  clientSecret: 'a secret of the client',
  access: 'access-token-of-bob',
  refresh: 'refresh-token-of-bob',
  revoked: 'revoked-access-token',
  confirmation: 'a confirmation token',
  ended: 'a.session.ended',
}

const person = (id: number, username: string, more: object = {}) => ({
  id,
  username,
  email: `${username}.${id}@example.com`,
  created_at: `2023-01-0${id} 12:00:00.123456`,
  language: 'en',
  timezone: 'Europe/Paris',
  date_format: 'MM/dd/yyyy',
  ...more,
})

/** Users of all roles and states. `hash` is the bcrypt hash of their common password. */
async function writePeople(write: Write, hash: string): Promise<void> {
  const everybody = [
    person(1, 'boss', { role: 100 }),
    person(2, 'ann', {
      ...{ language: 'fr', timezone: 'America/New_York', weekm: true, use_dark_mode: true },
      ...{ first_name: 'Ann', bio: 'I <b>ride</b>', birth_date: '1980-02-29' },
      ...{ accepted_policy_date: '2024-01-01 08:00:00', picture: 'pictures/2/me.png' },
      ...{ workouts_visibility: 'PUBLIC', map_visibility: 'FOLLOWERS', hr_visibility: 'PUBLIC' },
      media_visibility: 'FOLLOWERS',
      ...{ notification_preferences: { mention: false }, date_format: 'yyyy-MM-dd' },
      missing_elevations_processing: 'OPEN_ELEVATION_SMOOTH',
    }),
    person(3, 'bob', { role: 30 }),
    person(4, 'cy', { suspended_at: '2024-06-01 00:00:00', timezone: 'Moon/Crater' }),
    person(5, 'dee', { is_active: false, confirmation_token: SECRETS.confirmation }),
    person(6, 'ANN'),
  ]
  for (const row of everybody) await write('users', { ...row, password: hash })
  const link = (follower_user_id: number, followed_user_id: number, more: object) => ({
    ...{ follower_user_id, followed_user_id, created_at: DAY, is_approved: false },
    ...more,
  })
  await write(
    'follow_requests',
    link(3, 2, { is_approved: true, updated_at: DAY }),
    link(1, 2, { updated_at: DAY }),
    link(4, 2, {}),
  )
  await write('blocked_users', { user_id: 4, by_user_id: 3, created_at: DAY })
}

async function writeGear(write: Write): Promise<void> {
  const used = { total_distance: 0.303, total_duration: '00:01:30', total_moving: '00:01:30' }
  const none = { total_distance: 0, total_duration: '00:00:00', total_moving: '00:00:00' }
  const item = { user_id: 2, creation_date: DAY, is_active: true }
  await write(
    'equipments',
    {
      id: 1,
      uuid: uuid(301),
      label: 'Red bike',
      equipment_type_id: 2,
      ...item,
      ...used,
      total_workouts: 1,
      visibility: 'PUBLIC',
    },
    {
      id: 2,
      uuid: uuid(302),
      label: 'Bag',
      equipment_type_id: 10,
      ...item,
      ...none,
      total_workouts: 0,
    },
  )
  await write('users_sports_preferences', {
    ...{ user_id: 2, sport_id: 1, color: '#ff0000', is_active: true, stopped_speed_threshold: 2 },
    pace_speed_display: 'SPEED',
  })
  const links = { user_id: 2, sport_id: 1, equipment_id: 1, equipment_type_id: 2 }
  await write('users_sports_preferences_equipments', links)
}

/**
 * Workouts: recorded, manual, of other users, with a missing file, with an invalid file, and with elevations of a
 * service.
 */
async function writeWorkouts(write: Write, uploads: string): Promise<void> {
  const workout = (id: number, user_id: number, date: string, more: object) => ({
    ...{ id, uuid: uuid(100 + id), user_id, sport_id: 1, workout_date: date },
    ...{ creation_date: `${DAY}.5`, modification_date: DAY, title: `Ride ${id}` },
    ...more,
  })
  const recorded = (id: number, user_id: number, date: string, more: object = {}) =>
    workout(id, user_id, date, {
      ...NUMBERS_OF_TEN,
      original_file: `workouts/${user_id}/${id}.gpx`,
      ...{ map_id: `map-${id}`, bounds: null, source: 'Watch 9', ...more },
    })
  await write(
    'workouts',
    recorded(1, 2, '2024-05-04 08:00:00', {
      ...{ workout_visibility: 'PUBLIC', analysis_visibility: 'PUBLIC', map_visibility: 'PUBLIC' },
      media_visibility: 'PUBLIC',
      ...{ notes: 'secret', description: 'It was *nice*', calories: 99 },
      weather_start: { icon: 'rain', temperature: 9, humidity: 0.5, wind: 2, windBearing: 90 },
    }),
    workout(2, 2, '2024-05-05 08:00:00', {
      ...{ duration: '1 day 01:00:00', moving: '1 day 01:00:00', distance: 250, sport_id: 5 },
      ...{ ave_speed: 10, max_speed: 10, ave_pace: '00:06:00', best_pace: '00:06:00' },
    }),
    recorded(3, 3, '2024-05-06 08:00:00', { distance: 0.5, workout_visibility: 'FOLLOWERS' }),
    recorded(4, 2, '2024-05-07 08:00:00'),
    recorded(5, 2, '2024-05-08 08:00:00', { suspended_at: DAY, workout_visibility: 'PUBLIC' }),
    recorded(6, 6, '2024-05-09 08:00:00'),
    recorded(7, 2, '2024-05-10 08:00:00', { elevation_data_source: 'OPEN_ELEVATION' }),
    recorded(8, 2, '2024-05-11 08:00:00', { original_file: 'workouts/2/8.fit' }),
  )
  await write('workout_segments', {
    ...{ workout_id: 8, uuid: uuid(208), start_date: '2024-05-11 08:00:00', ...NUMBERS_OF_TEN },
    points: pointsFrom('2024-05-11 08:00:00', (i) => 998 - (i % 5)),
  })
  for (const id of [1, 3, 7]) {
    const start = `2024-05-${id === 7 ? 10 : String(3 + id).padStart(2, '0')} 08:00:00`
    const owner = id === 3 ? 3 : 2
    writeUpload(uploads, `workouts/${owner}/${id}.gpx`, tenPoints(`${start.replace(' ', 'T')}Z`))
    await write('workout_segments', {
      ...{ workout_id: id, uuid: uuid(200 + id), start_date: start, ...NUMBERS_OF_TEN },
      points: pointsFrom(start, (i) => 500 + i),
    })
  }
  writeUpload(uploads, 'workouts/2/5.gpx', 'no recording')
  await write('workout_equipments', { workout_id: 1, equipment_id: 1 })
  const record = { user_id: 3, sport_id: 1, workout_date: '2024-05-06 08:00:00', workout_id: 3 }
  await write('records', { ...record, record_type: 'FD', value: 500 })
  await write('records', { ...record, record_type: 'MS', value: 1200 })
}

/** Points in the format of a segment, with elevations that are not in the file. */
const pointsFrom = (start: string, elevation: (index: number) => number) =>
  Array.from({ length: 10 }, (_, i) => ({
    latitude: Number((44.68 + i * 0.0003).toFixed(6)),
    longitude: Number((6.07367 + i * 0.00005).toFixed(6)),
    elevation: elevation(i),
    ...{ distance: i * 30, duration: i * 10, speed: 12, pace: 0.3 },
    time: new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + i * 10 * SECOND)
      .toISOString()
      .replace('T', ' ')
      .replace('.000Z', '+00:00'),
  }))

async function writeReactions(write: Write): Promise<void> {
  const at = (id: number) => ({ id, created_at: DAY })
  await write('workout_likes', { ...at(1), user_id: 3, workout_id: 1 })
  const comment = { user_id: 3, workout_id: 1, text_visibility: 'PUBLIC', modification_date: DAY }
  await write('comments', { ...at(1), uuid: uuid(401), ...comment, text: 'Well done @ann' })
  await write('comments', {
    ...{ ...at(2), uuid: uuid(402), user_id: 2, workout_id: null, text: 'lost its workout' },
    ...{ text_visibility: 'PRIVATE', suspended_at: DAY },
  })
  await write('mentions', { comment_id: 1, user_id: 2, created_at: DAY })
  await write('comment_likes', { ...at(1), user_id: 2, comment_id: 1 })
}

/** Many equal workouts, so that they are read in several pages. */
async function writeMany(sql: SQL): Promise<void> {
  await sql.unsafe(`insert into workouts (id, uuid, user_id, sport_id, workout_date, creation_date, duration, distance)
    select 10 + i, gen_random_uuid(), 3, 6, timestamp '2022-01-01' + i * interval '1 day', now(), '1 hour', 5
    from generate_series(1, 60) i`)
  await sql.unsafe(`insert into comments (id, uuid, user_id, workout_id, created_at, text)
    select 10 + i, gen_random_uuid(), 3, 11, now(), 'note ' || i from generate_series(1, 1100) i`)
}

async function writeModeration(write: Write): Promise<void> {
  const created_at = DAY
  await write('reports', {
    ...{ id: 7, created_at, updated_at: DAY, reported_by: 3, reported_user_id: 2 },
    ...{ reported_workout_id: 5, resolved: true, resolved_at: DAY, resolved_by: 1 },
    ...{ object_type: 'workout', note: 'too fast' },
  })
  await write('report_comments', { id: 1, created_at, report_id: 7, user_id: 1, comment: 'hm' })
  await write('report_actions', {
    ...{ id: 4, uuid: uuid(501), created_at, moderator_id: 1, report_id: 7, user_id: 2 },
    ...{ workout_id: 5, action_type: 'workout_suspension', reason: 'a motor' },
  })
  await write('report_action_appeals', {
    ...{ id: 3, uuid: uuid(502), action_id: 4, user_id: 2, created_at, text: 'no motor' },
    ...{ moderator_id: 1, updated_at: DAY, approved: false, reason: 'yes' },
  })
  const task = { user_id: 2, created_at, progress: 100, errored: true, aborted: false }
  await write(
    'user_tasks',
    {
      ...{ id: 1, uuid: uuid(601), ...task, task_type: 'workouts_archive_upload', file_size: 9 },
      errors: { archive: null, files: { 'bad.gpx': 'no tracks in gpx file' } },
      data: {
        files_to_process: ['a.gpx', 'bad.gpx'],
        new_workouts_count: 1,
        original_file_name: 'a.zip',
      },
    },
    { id: 2, uuid: uuid(602), ...task, errored: false, task_type: 'user_data_export' },
  )
}

async function writeNotifications(write: Write): Promise<void> {
  const about: [string, number, number, number | null][] = [
    ['follow', 3, 2, null],
    ['workout_like', 3, 2, 1],
    ['workout_comment', 3, 2, 1],
    ['comment_like', 2, 3, 1],
    ['workout_suspension', 1, 2, 4],
    ['report', 3, 1, 7],
    ['suspension_appeal', 2, 1, 3],
    ['workouts_archive_upload', 2, 2, 1],
    ['user_data_export', 2, 2, 2],
    ['of_tomorrow', 2, 2, 2],
  ]
  for (const [at, [event_type, from_user_id, to_user_id, event_object_id]] of about.entries())
    await write('notifications', {
      ...{ id: at + 1, uuid: uuid(700 + at), from_user_id, to_user_id, event_type },
      ...{ event_object_id, marked_as_read: at % 2 === 0 },
      created_at: `2024-05-02 10:00:${String(at).padStart(2, '0')}`,
    })
}

async function writeApps(write: Write): Promise<void> {
  const now = Math.floor(Date.now() / SECOND)
  const scope = 'workouts:read profile:read'
  await write('oauth2_client', {
    ...{ id: 5, client_id: SECRETS.clientId, client_secret: SECRETS.clientSecret, user_id: 2 },
    ...{ client_id_issued_at: now, client_secret_expires_at: 0 },
    client_metadata: JSON.stringify({
      ...{ client_name: 'Phone', client_uri: 'https://phone.example.com', scope },
      redirect_uris: ['http://localhost/cb'],
    }),
  })
  const token = { client_id: SECRETS.clientId, user_id: 3, scope, expires_in: 864_000 }
  const good = { ...token, issued_at: now, access_token_revoked_at: 0, refresh_token_revoked_at: 0 }
  await write(
    'oauth2_token',
    { id: 1, ...good, access_token: SECRETS.access, refresh_token: SECRETS.refresh },
    {
      ...{ id: 2, ...good, access_token: SECRETS.revoked, refresh_token: 'another' },
      access_token_revoked_at: now,
    },
  )
}

/**
 * Photos: two of one workout, not in the order of their ids; one of a private workout; a damaged one, one with too many
 * pixels, one without a file, one of another user's workout, one of a workout that is not migrated and one without.
 */
async function writePhotos(write: Write, uploads: string): Promise<void> {
  const photo = (
    number: number,
    user_id: number,
    workout_id: number | null,
    more: object = {},
  ) => ({
    ...{ uuid: uuid(800 + number), user_id, workout_id, file_name: `${number}.jpg` },
    ...{ created_at: `2024-05-04 12:00:${String(30 - number).padStart(2, '0')}`, description: '' },
    ...{ meta: { width: 60, height: 40, coordinates: null }, ...more },
  })
  const place = { latitude: 44.681, longitude: 6.0738 }
  await write(
    'media',
    photo(1, 2, 1, { description: 'The <b>pass</b>', meta: { coordinates: place } }),
    photo(2, 2, 1, { description: 'x'.repeat(1500), meta: { coordinates: { latitude: 91 } } }),
    photo(3, 3, 3, { description: null, meta: null }),
    ...[photo(4, 2, 1), photo(5, 2, 1), photo(6, 2, 1), photo(7, 2, 3), photo(8, 6, 6)],
    photo(9, 2, null),
  )
  for (const number of [1, 2, 7, 9]) writeUpload(uploads, `media/2/${number}.jpg`, await aPhoto())
  writeUpload(uploads, 'media/3/3.jpg', await aPhoto('png', { exif: {} }))
  writeUpload(uploads, 'media/6/8.jpg', await aPhoto())
  writeUpload(uploads, 'media/2/4.jpg', (await aPhoto()).subarray(0, 200))
  writeUpload(uploads, 'media/2/5.jpg', aBomb(20_000, 20_000))
}

/** Fills a FitTrackee server with data of every kind, and its uploads folder. */
export async function writeWorld(
  { sql, write }: { sql: SQL; write: Write },
  uploads: string,
  hash: string,
): Promise<void> {
  await write('app_config', {
    ...{ max_users: 50, max_single_file_size: 1_048_576, max_zip_file_size: 10_485_760 },
    ...{ file_sync_limit_import: 10, file_limit_import: 10, global_map_workouts_limit: 900 },
    ...{ stats_workouts_limit: 500, admin_contact: 'admin@example.com', about: 'About **us**' },
    ...{ privacy_policy: '# Policy', privacy_policy_date: '2024-02-02 10:00:00' },
  })
  await writePeople(write, hash)
  writeUpload(uploads, 'pictures/2/me.png', await plainPng('#336699', 64))
  await writeGear(write)
  await writeWorkouts(write, uploads)
  await writeReactions(write)
  await writeMany(sql)
  await writeModeration(write)
  await writeNotifications(write)
  await writeApps(write)
  // Valid for the duration of the tests, even on a machine that is suspended for minutes.
  const now = Math.floor(Date.now() / SECOND)
  const ended = { token: SECRETS.ended, blacklisted_on: DAY }
  await write('blacklisted_tokens', { ...ended, expired_at: now + 864_000 })
  await writePhotos(write, uploads)
}
