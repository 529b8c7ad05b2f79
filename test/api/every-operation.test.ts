import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { runNextTimeSlice } from '@/jobs/loop'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { TASK_TYPES } from '@/store/db/schema/columns'
import { aPerson, PASSWORD } from '../support/accounts'
import { type ApiDocument, documentChecker } from '../support/api-document'
import { collectExamples } from '../support/api-examples'
import { rides } from '../support/archives'
import { type Answer, startServer } from '../support/client'
import { ENDPOINTS } from '../support/endpoints'
import { aModerator, anAdmin, aUser } from '../support/factories'
import { startFakeProvider } from '../support/fake-provider'
import { startFakeServer } from '../support/fake-server'
import { newFolder } from '../support/folder'
import { plainPng } from '../support/images'
import { seePasskeys, seeTwoFactor } from '../support/login-tour'
import { startMailbox, tokenIn } from '../support/mailbox'
import { anApp, consent, credentials, redemption, renewal } from '../support/oauth2'
import { seeOtherLogins, withProvider } from '../support/provider-logins'
import { matchAllSegments } from '../support/ranked-segments'
import { seeCourses } from '../support/see-courses'
import { seePrograms, seePushSubscriptions } from '../support/see-programs'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { zipBytes } from '../support/tracks/zip'

type Fields = Record<string, string>

const png = await plainPng('#abcdef')
const owner = { username: 'owner', email: 'owner@example.com', password: PASSWORD }
const place = { osm_type: 'relation', osm_id: 7444, lat: '48.8', lon: '2.3', name: 'Paris' }

const isPrivileged = (operationId: string) =>
  ENDPOINTS.some((endpoint) => endpoint.operationId === operationId && endpoint.access.role)

/** A server with all users that the operations need. Calls of `see` must succeed. */
async function startTour() {
  const mailbox = await startMailbox()
  const nominatim = startFakeServer(() => Response.json([place]))
  const tiles = startFakeServer(
    () => new Response(png, { headers: { 'content-type': 'image/png' } }),
  )
  const provider = startFakeProvider()
  const proxy = { user: 'remote-user', email: undefined, groups: undefined }
  const server = startServer({
    ...{ mail: mailbox.settings, nominatimUrl: nominatim.url },
    ...{ ...withProvider(provider.settings, { proxy }), trustedProxies: ['unknown'] },
    backup: { to: join(newFolder(), 'backups'), at: '0 0 * * *', keep: 1 },
  })
  const { ctx, call, handle } = server
  ctx.config.map.tileUrl = `${tiles.url}/{z}/{x}/{y}.png`
  const response = await handle(new Request('http://localhost/api/openapi.json'))
  const document = (await response.json()) as ApiDocument
  const { findOperation } = documentChecker(document)
  const seen = new Set<string>()
  const examples = collectExamples()
  /** Operations for administrators and moderators that changed something without an entry of the audit log. */
  const unrecorded = new Set<string>()
  const countEntries = async () =>
    (await ctx.db.selectFrom('audit_entries').select('id').execute()).length

  /** Calls an operation as a user. The test client compares the response with the document. */
  async function see(
    route: string,
    as?: UserRow,
    json?: object | FormData | URLSearchParams,
    headers: Record<string, string> = {},
  ) {
    const [method = '', path = ''] = route.split(' ')
    const isForm = json instanceof FormData || json instanceof URLSearchParams
    const sent = isForm ? { body: json } : json && { json }
    const entries = await countEntries()
    const answer: Answer = await call(method, path, { ...(as && { as }), ...sent, headers })
    const { operationId = '', responses } = findOperation(method, path) ?? {}
    const isMeant = answer.status < 400 || (answer.status === 410 && responses?.[410])
    if (!isMeant) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`)
    seen.add(operationId)
    examples.add({ operationId, status: answer.status, response: answer.body })
    if (method !== 'GET' && isPrivileged(operationId) && (await countEntries()) === entries)
      unrecorded.add(operationId)
    return answer.body
  }

  await see('GET /api/setup')
  await see('POST /api/setup', undefined, { ...owner, token: 'setup-token' })
  await writeTo(ctx.db, (tx) => updateAppConfig(tx, { file_sync_limit_import: 2 }))
  return {
    ...server,
    provider,
    see,
    unrecorded,
    examples,
    /** Processes one task of each type. */
    serve: async () => {
      for (const type of TASK_TYPES) await runNextTimeSlice(ctx, type)
    },
    ann: await aPerson(server, {
      username: 'ann',
      email: 'ann@example.com',
      workouts_visibility: 'public',
    }),
    bob: await aUser(ctx, { username: 'bob', manually_approves_followers: 1 }),
    eve: await aUser(ctx, { username: 'eve' }),
    mod: await aModerator(ctx),
    admin: await anAdmin(ctx),
    /** The token in the latest message to an email address. */
    mailed: async (address: string) => {
      await ctx.mail.idle()
      const mail = mailbox.to(address).at(-1)
      return mail ? tokenIn(mail) : ''
    },
    unseen: () =>
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
        .filter((id) => !seen.has(id)),
  }
}
type Tour = Awaited<ReturnType<typeof startTour>>

const form = (fields: Record<string, string | File>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const recording = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  form({ file: new File([content], name), data: '{"sport_id": 1}' })

async function seeServer({ see, admin }: Tour) {
  await see('GET /api/ping')
  await see('GET /api/check-db')
  await see('GET /api/config')
  await see('GET /.well-known/oauth-authorization-server')
  await see('PATCH /api/config', admin, { about: 'A server.', max_users: 0 })
  await see('GET /api/backups', admin)
  await see('POST /api/backups', admin)
  await see('GET /api/operations', admin)
  await see('POST /api/operations/test-mail', admin)
  await see('GET /api/audit-log', admin)
  await see('GET /api/audit-log/export', admin)
  await see('GET /api/auth/timezones')
  await see('GET /api/geocode/search?city=Paris', admin)
  await see('GET /api/geocode/lookup?osm_id=r7444', admin)
  await see('GET /api/workouts/map_tile/a/1/1/1.png')
  await see('GET /api/stats/all', admin)
}

async function seeAccount({ see, ann, mailed }: Tour) {
  const zoe = { username: 'zoe', email: 'zoe@example.com', password: PASSWORD }
  await see('POST /api/auth/register', undefined, { ...zoe, accepted_policy: true })
  await see('POST /api/auth/account/resend-confirmation', undefined, { email: zoe.email })
  await see('POST /api/auth/account/confirm', undefined, { token: await mailed(zoe.email) })
  await see('POST /api/auth/password/reset-request', undefined, { email: zoe.email })
  const token = await mailed(zoe.email)
  const password = `${PASSWORD}!`
  await see('POST /api/auth/password/update', undefined, { token, password })
  await see('POST /api/auth/login', undefined, { email: zoe.email, password })
  await see('POST /api/auth/account/privacy-policy', ann, { accepted_policy: true })
  const moved = { email: 'ann@example.org', password: PASSWORD }
  await see('PATCH /api/auth/profile/edit/account', ann, moved)
  await see('POST /api/auth/email/update', undefined, { token: await mailed(moved.email) })
  await see('POST /api/auth/logout', ann)
}

async function seeProfile({ see, bob }: Tour) {
  const nothing = { first_name: null, last_name: null, location: null, bio: null, birth_date: null }
  await see('POST /api/auth/profile/edit', bob, { ...nothing, birth_date: '1990-02-03' })
  await see('POST /api/auth/profile/edit/preferences', bob, { weekm: true })
  await see('POST /api/auth/profile/edit/notifications', bob, {
    ...{ comment_like: true, follow: true, follow_request: true, follow_request_approved: true },
    ...{ mention: true, workout_comment: true, workout_like: true },
  })
  const hint = { warning_about_large_number_of_workouts_on_map: false }
  await see('POST /api/auth/profile/edit/messages', bob, hint)
  await see('GET /api/auth/profile', bob)
  await see('GET /api/auth/profile/storage', bob)
  await see('POST /api/auth/picture', bob, form({ file: new File([png], 'me.png') }))
  await see('GET /api/users/bob/picture')
  await see('DELETE /api/auth/picture', bob)
  const photo = await see('POST /api/media', bob, form({ file: new File([png], 'me.png') }))
  const { pathname, search } = new URL(photo.url)
  await see(`GET ${pathname}${search}`)
  await see(`PATCH /api/media/${photo.id}`, bob, { description: 'A lake' })
  await see(`DELETE /api/media/${photo.id}`, bob)
  await see('PATCH /api/auth/profile/edit/sports', bob, { sport_id: 1, color: '#123456' })
  await see('POST /api/auth/profile/edit/sports', bob, { sport_id: 1, is_active: true })
  await see('GET /api/sports', bob)
  await see('DELETE /api/auth/profile/reset/sports/1', bob)
  await see('PATCH /api/auth/profile/sport-names', bob, { sport_names: { parkour: 5 } })
  await see('GET /api/auth/profile/sport-names', bob)
  await see('PUT /api/auth/profile/weights/2026-01-02', bob, { weight: 72.5 })
  await see('GET /api/auth/profile/weights', bob)
  await see('DELETE /api/auth/profile/weights/2026-01-02', bob)
}

async function seeApps({ ctx, see, bob }: Tour) {
  const app = {
    ...{ client_name: 'App', client_uri: 'https://app.example.com', scope: 'workouts:read' },
    redirect_uris: ['https://app.example.com/callback'],
  }
  const { data } = await see('POST /api/oauth/apps', bob, app)
  await see('GET /api/oauth/apps', bob)
  await see(`GET /api/oauth/apps/${data.client.client_id}`, bob)
  await see(`GET /api/oauth/apps/${data.client.id}/by_id`, bob)
  const mine = await anApp(ctx, bob)
  const asked = new URLSearchParams(consent(mine)).toString()
  await see(`GET /api/oauth/authorize?${asked}`, bob)
  const send = (path: string, fields: Fields, as?: UserRow) =>
    see(`POST /api/oauth/${path}`, as, new URLSearchParams(fields))
  const { redirect_url } = await send('authorize', consent(mine), bob)
  const code = new URL(redirect_url).searchParams.get('code') ?? ''
  const first = await send('token', redemption(mine, code))
  const next = await send('token', renewal(mine, first.refresh_token))
  const { data: granted } = await see('GET /api/oauth/grants', bob)
  await send('revoke', { ...credentials(mine), token: next.access_token })
  await send('authorize', consent(mine), bob)
  const again = new URL((await send('authorize', consent(mine), bob)).redirect_url)
  await send('token', redemption(mine, again.searchParams.get('code') ?? ''))
  expect(granted.grants).toHaveLength(1)
  const [{ id }] = (await see('GET /api/oauth/grants', bob)).data.grants
  await see(`DELETE /api/oauth/grants/${id}`, bob)
  await see(`POST /api/oauth/apps/${data.client.id}/revoke`, bob)
  await see(`DELETE /api/oauth/apps/${data.client.id}`, bob)
}

async function seeEquipment({ see, bob, admin }: Tour) {
  await see('GET /api/equipment-types', admin)
  await see('GET /api/equipment-types/1', bob)
  await see('PATCH /api/equipment-types/1', admin, { is_active: true })
  const shoes = { label: 'Shoes', equipment_type_id: 1, default_for_sport_ids: [5] }
  const { data } = await see('POST /api/equipments', bob, shoes)
  const item = `/api/equipments/${data.equipments[0].id}`
  await see('GET /api/equipments', bob)
  await see(`GET ${item}`, bob)
  await see(`PATCH ${item}`, bob, { description: 'red' })
  await see(`POST ${item}/refresh`, bob)
  await see('GET /api/sports/5', bob)
  await see('PATCH /api/sports/5', admin, { is_active: true })
  await see('POST /api/sports', admin, { label: 'Parkour', behaves_like: 5 })
  await see('DELETE /api/sports/50001', admin)
  const run = { sport_id: 5, workout_date: '2024-01-01 08:00', duration: 1800, distance: 5 }
  await see('POST /api/workouts/no_gpx', bob, run)
  await see(`DELETE ${item}?force`, bob)
}

/** Uploads a public ride of Eve and returns the workout. */
async function seeRide({ see, eve }: Tour) {
  const [ride] = rides(1)
  const { data } = await see('POST /api/workouts', eve, recording('ride.gpx', `${ride?.content}`))
  const [{ id }] = data.workouts
  const levels = { analysis_visibility: 'public', map_visibility: 'public' }
  const changes = { title: 'Ride', workout_visibility: 'public', ...levels }
  const changed = await see(`PATCH /api/workouts/${id}`, eve, changes)
  return changed.data.workouts[0]
}

/** Compares a ride of Eve with another one. */
async function seeComparison({ see, eve }: Tour, id: string) {
  const again = rides(2)[1]
  const { data } = await see('POST /api/workouts', eve, recording('again.gpx', `${again?.content}`))
  const [other] = data.workouts
  await see(`GET /api/workouts/compare?ids=${id},${other.id}`, eve)
  await see(`GET /api/privacy/workouts/${id}`, eve)
  await see(`GET /api/workouts/${id}/places`, eve)
  await see(`DELETE /api/workouts/${other.id}`, eve)
}

/** Thresholds, and the load of a workout that they lead to. */
async function seeTraining({ see, eve }: Tour, workout: string) {
  await see('PUT /api/thresholds/max_hr/2024-01-01', eve, { value: 190 })
  await see('GET /api/thresholds', eve)
  await see('GET /api/thresholds/suggestions', eve)
  await see('GET /api/thresholds/zones?sport_id=5', eve)
  await see('PATCH /api/thresholds/rules', eve, { heart_rate_model: 'max' })
  await see(`GET ${workout}/load`, eve)
  await see('GET /api/load', eve)
  await see('GET /api/load/periods', eve)
  await see('DELETE /api/thresholds/max_hr/2024-01-01', eve)
}

async function seeSegments({ see, eve, ctx }: Tour, workout: string) {
  const part = { id: workout.split('/').at(-1), from: 0, to: 900 }
  const json = { name: 'Lake', visibility: 'public', workout: part }
  const { segment } = (await see('POST /api/segments', eve, json)).data
  await matchAllSegments(ctx)
  await see('GET /api/segments', eve)
  await see('GET /api/segments?owner=anyone&coordinates=45,6&radius=20000&sport_id=1', eve)
  await see(`GET /api/segments/${segment.id}`)
  await see(`GET /api/segments/${segment.id}/leaderboard`)
  await see(`GET /api/segments/${segment.id}/efforts`, eve)
  await see(`GET ${workout}/segments`)
  await see(`PATCH /api/segments/${segment.id}`, eve, { name: 'Around the lake' })
  await see(`DELETE /api/segments/${segment.id}`, eve)
}

async function seeEdits(
  { see, eve }: Tour,
  { workout, startedAt }: { workout: string; startedAt: number },
) {
  const edits = [{ kind: 'trim', from: new Date(startedAt + 1000).toISOString() }]
  await see(`POST ${workout}/edits/preview`, eve, { edits })
  await see(`POST ${workout}/edits`, eve, { edits })
  await see(`GET ${workout}/edits`, eve)
  await see(`DELETE ${workout}/edits`, eve)
  const [{ kind, target }] = (await see(`GET ${workout}/efforts`, eve)).data.efforts
  await see(`PATCH ${workout}/efforts`, eve, { kind, target, excluded: true })
  await see(`PATCH ${workout}/efforts`, eve, { kind, target, excluded: false })
}

async function seeWorkouts(tour: Tour) {
  const { see, eve, bob } = tour
  const { id, map, segments, workout_date } = await seeRide(tour)
  const workout = `/api/workouts/${id}`
  const [{ segment_id }] = segments
  await see(`GET ${workout}`)
  await see(`GET /api/workouts/map/${map}`)
  await see(`GET ${workout}/geojson`)
  await see(`GET ${workout}/geojson/segment/${segment_id}`)
  await see(`GET ${workout}/chart_data`)
  await see(`GET ${workout}/analysis`)
  await see(`GET ${workout}/same-route`)
  await see(`GET ${workout}/chart_data/segment/${segment_id}`)
  await see(`GET ${workout}/gpx`)
  await see(`GET ${workout}/gpx/segment/1`)
  await see(`GET ${workout}/gpx/download`, eve)
  await see(`GET ${workout}/suggested-title`, eve)
  await see(`GET ${workout}/original/download`, eve)
  await see(`POST ${workout}/refresh`, eve)
  await see('GET /api/workouts?with_statistics=true&return_equipments=true', eve)
  await see('GET /api/workouts/collection', eve)
  await see('GET /api/workouts/global-map', eve)
  await see('GET /api/workouts/lines', eve)
  await see('GET /api/explorer', eve)
  await see('GET /api/explorer/tiles', eve)
  await see('GET /api/explorer/export?format=kml', eve)
  await see('GET /api/explorer/regions', eve)
  await see(`GET /api/explorer/${workout.slice('/api/'.length)}`, eve)
  await seeSegments(tour, workout)
  await see('GET /api/timeline', eve)
  await see('GET /api/records', eve)
  await see('GET /api/routes', eve)
  await seeCourses(see, eve, workout)
  await seeComparison(tour, id)
  await seeTraining(tour, workout)
  await see('GET /api/efforts?sport_id=5', eve)
  await see('GET /api/efforts/ranking?sport_id=5&kind=distance&target=1000', eve)
  await see('GET /api/efforts/history?sport_id=5&kind=distance&target=1000', eve)
  await see(`GET ${workout}/efforts`, eve)
  await seeEdits(tour, { workout, startedAt: Date.parse(workout_date) })
  await see('GET /api/stats/eve/by_time?time=month', eve)
  await see('GET /api/stats/eve/by_time?type=average', eve)
  await see('GET /api/stats/eve/by_sport', eve)
  await see('GET /api/users/eve/workouts')
  await see('GET /users/eve/workouts.rss')
  await see('GET /users/eve/workouts.atom')
  await see('GET /api/calendar.ics', eve)
  await seeSharing(tour, workout)
  await see(`POST ${workout}/like`, bob)
  await see(`GET ${workout}/likes`)
  await see(`GET /api/workouts/reactions?ids=${workout.split('/').at(-1)}`, bob)
  await see(`POST ${workout}/like/undo`, bob)
  return workout
}

/** A public link to a workout, which strangers open until it is revoked. */
async function seeSharing({ see, eve }: Tour, workout: string) {
  await see(`GET ${workout}/card?with_map=true`, eve)
  const { data } = await see(`POST ${workout}/share-links`, eve, { expires_in_days: 7 })
  const { pathname } = new URL(data.share_link.url)
  await see(`GET ${pathname}`)
  await see(`GET ${pathname}/card.png`)
  await see(`GET ${workout}/share-links`, eve)
  await see(`DELETE ${workout}/share-links/${data.share_link.id}`, eve)
}

/** The same ride three times: two pairs of duplicates are resolved. */
async function seeDuplicates({ see, eve }: Tour) {
  const twin = async () =>
    (await see('POST /api/workouts', eve, recording('twin.gpx', gpxOf(samplePoints(30))))).data
      .workouts[0].id
  const [first, second, third] = [await twin(), await twin(), await twin()]
  await see('GET /api/workouts/measurements', eve)
  await see('GET /api/workouts/measurements/comparison', eve)
  await see('POST /api/workouts/measurements', eve)
  await see('POST /api/workouts/measurements/abort', eve)
  await see('GET /api/workouts/duplicates', eve)
  await see('POST /api/workouts/duplicates/dismiss', eve, { workout_ids: [first, third] })
  await see('POST /api/workouts/duplicates/merge', eve, { workout_ids: [first, second] })
}

async function seeTasks({ ctx, see, eve, admin, serve }: Tour) {
  const upload = async () =>
    (await see('POST /api/workouts', eve, recording('all.zip', new Uint8Array(zipBytes(rides(3))))))
      .data.task_id
  const cancelled = await upload()
  await see('GET /api/operations/tasks?state=waiting', admin)
  await see(`POST /api/operations/tasks/${cancelled}/cancel`, admin)
  const first = await upload()
  for (const path of ['/api/users/tasks', '/api/tasks']) {
    await see(`GET ${path}/queued`, admin)
    await see(`GET ${path}/queued/workouts_archive_upload`, admin)
  }
  await see(`POST /api/workouts/upload-tasks/${first}/abort`, eve)
  await see('GET /api/workouts/upload-tasks', eve)
  await see(`GET /api/workouts/upload-tasks/${first}`, eve)
  await see(`GET /api/workouts/upload-tasks/${first}/report`, eve)
  await see(`POST /api/workouts/upload-tasks/${first}/undo`, eve)
  await see(`DELETE /api/workouts/upload-tasks/${first}`, eve)
  const second = await upload()
  await see(`POST /api/workouts/tasks/${second}/abort`, eve)
  await see('GET /api/workouts/tasks', eve)
  await see(`GET /api/workouts/tasks/${second}`, eve)
  await see(`GET /api/workouts/tasks/${second}/report`, eve)
  await see(`POST /api/workouts/tasks/${second}/undo`, eve)
  await see(`DELETE /api/workouts/tasks/${second}`, eve)
  await see('POST /api/auth/account/export/request', eve, {})
  await serve()
  const { request } = await see('GET /api/auth/account/export', eve)
  await see(`GET /api/auth/account/export/${request.file_name}`, eve)
  const failed = await upload()
  const { read } = ctx.recordings
  ctx.recordings.read = () => Promise.reject(new Error('a fault of ours'))
  await serve()
  ctx.recordings.read = read
  await see(`POST /api/operations/tasks/${failed}/retry`, admin)
}

async function seePeople({ see, bob, eve, admin }: Tour) {
  await see('GET /api/users', admin)
  await see('GET /api/users/bob')
  await see('GET /api/users/bob', eve)
  await see('GET /api/users/eve', eve)
  await see('PATCH /api/users/bob', admin, { activate: true })
  await see('POST /api/users/bob/follow', eve)
  await see('GET /api/follow-requests', bob)
  await see('POST /api/follow-requests/eve/reject', bob)
  await see('POST /api/users/bob/unfollow', eve)
  await see('POST /api/users/bob/follow', eve)
  await see('POST /api/follow-requests/eve/accept', bob)
  await see('GET /api/users/bob/followers', eve)
  await see('GET /api/users/eve/following', bob)
  await see('POST /api/users/eve/block', bob)
  await see('GET /api/auth/blocked-users', bob)
  await see('POST /api/users/eve/unblock', bob)
}

async function seeNewMembers({ see, admin, mailed }: Tour) {
  const dora = { username: 'dora', email: 'dora@example.com' }
  await see('POST /api/users', admin, dora)
  const invited = { email: 'fay@example.com' }
  const { data } = await see('POST /api/invitations', admin, invited)
  const { id } = data.invitation
  await see('GET /api/invitations', admin)
  await see('POST /api/auth/invitation', undefined, { token: await mailed(invited.email) })
  await see(`POST /api/invitations/${id}/resend`, admin)
  await see(`DELETE /api/invitations/${id}`, admin)
  await see('PATCH /api/config', admin, { registration_mode: 'approval' })
  for (const username of ['gus', 'hal'])
    await see('POST /api/auth/register', undefined, {
      ...{ username, email: `${username}@example.com`, password: PASSWORD },
      ...{ accepted_policy: true, reason: 'To ride along.' },
    })
  await see('GET /api/registration-requests', admin)
  await see('POST /api/auth/account/confirm', undefined, {
    token: await mailed('gus@example.com'),
  })
  await see('POST /api/registration-requests/gus/approve', admin)
  await see('POST /api/registration-requests/hal/reject', admin, { reason: null })
}

async function seeComments({ see, bob, eve }: Tour, workout: string) {
  const text = { text: 'Well done @eve', text_visibility: 'public' }
  const { comment } = await see(`POST ${workout}/comments`, bob, text)
  const path = `/api/comments/${comment.id}`
  await see(`GET ${workout}/comments`)
  await see(`GET ${path}`)
  await see(`PATCH ${path}`, bob, { text: 'Well done, @eve' })
  await see(`POST ${path}/like`, eve)
  await see(`GET ${path}/likes`)
  await see(`POST ${path}/like/undo`, eve)
  const { notifications } = await see('GET /api/notifications', eve)
  await see(`PATCH /api/notifications/${notifications[0].id}`, eve, { read_status: true })
  await see('GET /api/notifications/unread', eve)
  await see('GET /api/notifications/types', eve)
  await see('POST /api/notifications/mark-all-as-read', eve, {})
  return comment.id as string
}

/** Reports an object, and has it suspended or its owner warned. Returns the id of the action. */
async function seeAction(
  { see, eve, bob, mod }: Tour,
  on: { type: string; id: string; of: UserRow },
) {
  const by = on.of === bob ? eve : bob
  await see('POST /api/reports', by, { note: 'bad', object_id: on.id, object_type: on.type })
  const { reports } = await see('GET /api/reports', mod)
  const key = on.type === 'user' ? 'username' : `${on.type}_id`
  const action = { action_type: `${on.type}_suspension`, [key]: on.id, reason: 'bad' }
  const { report } = await see(`POST /api/reports/${reports[0].id}/actions`, mod, action)
  return { reportId: report.id, actionId: report.report_actions.at(-1).id }
}

async function seeModeration(
  tour: Tour,
  { workout, comment }: { workout: string; comment: string },
) {
  const { see, bob, eve, mod } = tour
  const id = workout.split('/').at(-1) ?? ''
  const appeal = { text: 'It is not.' }
  await see('GET /api/reports/unresolved', mod)
  await seeAction(tour, { type: 'workout', id, of: eve })
  await see(`GET ${workout}`, bob)
  await see(`POST ${workout}/suspension/appeal`, eve, appeal)
  await seeAction(tour, { type: 'comment', id: comment, of: bob })
  await see(`POST /api/comments/${comment}/suspension/appeal`, bob, appeal)
  const { reportId } = await seeAction(tour, { type: 'user', id: 'eve', of: eve })
  await see('GET /api/auth/account/suspension', eve)
  await see('POST /api/auth/account/suspension/appeal', eve, appeal)
  const { report } = await see(`GET /api/reports/${reportId}`, mod)
  const decision = { approved: true, reason: 'Right.' }
  await see(`PATCH /api/appeals/${report.report_actions[0].appeal.id}`, mod, decision)
  await see(`PATCH /api/reports/${reportId}`, mod, { notes: 'done', resolved: false })
  const warning = { action_type: 'user_warning', username: 'eve', reason: 'be nice' }
  const warned = await see(`POST /api/reports/${reportId}/actions`, mod, warning)
  const sanction = `/api/auth/account/sanctions/${warned.report.report_actions.at(-1).id}`
  await see(`GET ${sanction}`, eve)
  await see(`POST ${sanction}/appeal`, eve, appeal)
  await see('GET /api/users/eve/sanctions', eve)
  await seeMemberModeration(tour, { reportId, comment })
  for (const who of [eve, bob, mod]) await see('GET /api/notifications', who)
}

/** What moderators do about a member without a report. */
async function seeMemberModeration(
  { see, mod }: Tour,
  { reportId, comment }: { reportId: number; comment: string },
) {
  await see('GET /api/users/bob/recent-content', mod)
  const shown = { action_type: 'comment_unsuspension', comment_id: comment }
  await see('POST /api/users/bob/sanctions', mod, shown)
  const { note } = await see('POST /api/users/eve/moderation-notes', mod, { text: 'talked' })
  await see('GET /api/users/eve/moderation-notes', mod)
  await see(`DELETE /api/users/eve/moderation-notes/${note.id}`, mod)
  const { moderators } = await see('GET /api/reports/moderators', mod)
  await see(`PUT /api/reports/${reportId}/assignee`, mod, { username: moderators[0] })
  await see('GET /api/appeals', mod)
}

async function seeSessions({ see, ann }: Tour) {
  const login = { email: 'ann@example.org', password: PASSWORD }
  const { auth_token } = await see('POST /api/auth/login', undefined, login)
  await seePushSubscriptions(see, `Bearer ${auth_token}`)
  const { data } = await see('GET /api/auth/sessions', ann)
  await see(`DELETE /api/auth/sessions/${data.sessions[0].id}`, ann)
  await see('DELETE /api/auth/sessions', ann)
  await see('DELETE /api/auth/sessions/older', ann)
}

async function seeEnds(
  { see, bob, eve }: Tour,
  { workout, comment }: { workout: string; comment: string },
) {
  await see(`DELETE /api/comments/${comment}`, bob)
  await see(`DELETE ${workout}`, eve)
  await see('DELETE /api/users/eve', eve)
}

describe('every operation', () => {
  test('succeeds once, with a response that matches the API document', async () => {
    const tour = await startTour()
    await seeServer(tour)
    await seeAccount(tour)
    await seeProfile(tour)
    await seeApps(tour)
    await seePrograms(tour.see, tour.bob)
    await seeTwoFactor(tour)
    await seePasskeys(tour)
    await seeOtherLogins(tour)
    await seeSessions(tour)
    await seeEquipment(tour)
    const workout = await seeWorkouts(tour)
    await seeDuplicates(tour)
    await seeTasks(tour)
    await seePeople(tour)
    await seeNewMembers(tour)
    const comment = await seeComments(tour, workout)
    await seeModeration(tour, { workout, comment })
    await seeEnds(tour, { workout, comment })
    expect(tour.unseen()).toEqual([])
    expect([...tour.unrecorded]).toEqual([])
    if (process.env.RECORD_EXAMPLES) tour.examples.write()
    else expect(tour.examples.differing()).toEqual([])
  }, 30_000)
})
