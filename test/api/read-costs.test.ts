import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { runNextTimeSlice } from '@/jobs/loop'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { rides } from '../support/archives'
import { assignAllCourses } from '../support/assign-courses'
import { startBusyWorld } from '../support/busy-world'
import { countQueries } from '../support/count-queries'
import { ENDPOINTS } from '../support/endpoints'
import { startFakeServer } from '../support/fake-server'
import { plainPng } from '../support/images'
import { anApp, consent } from '../support/oauth2'
import { matchAllSegments } from '../support/ranked-segments'
import { zipBytes } from '../support/tracks/zip'

/** Their costs are recorded in `endpoints.txt`, so that they only change on purpose. */
const READS = ENDPOINTS.filter(({ route }) => route.startsWith('GET '))

/** The largest number of statements for a response, once the caller and rarely changing rows are cached. */
const MAX_OF_LIST = 6
const MAX_OF_DETAIL = 8
/** Paths of a single object that do not end with its id. */
const DETAILS =
  /\/(:\w+|profile|config|unread|export|suspension|by_id|picture|(analysis|geojson|chart_data)(\/.*)?)$/

/** Their sizes change with every route, or with the machine and what happened on it. */
const UNMEASURED = ['GET /api/openapi.json', 'GET /api/operations']

const png = await plainPng('#abcdef')

/** The secret of a public link to the ride. */
async function shareSecret({ call, bob, ride }: Awaited<ReturnType<typeof startBusyWorld>>) {
  const path = `/api/workouts/${ride.id}/share-links`
  const { body } = await call('POST', path, { as: bob, json: { with_map: true } })
  return body.data.share_link.url.split('/').at(-1)
}

/** A server with some data for every route, the reader, and an example for each parameter. */
async function startWithEverything() {
  const place = { osm_type: 'relation', osm_id: 7444, lat: '48.8', lon: '2.3', name: 'Paris' }
  const places = startFakeServer(() => Response.json([place]))
  const tiles = startFakeServer(
    () => new Response(png, { headers: { 'content-type': 'image/png' } }),
  )
  const world = await startBusyWorld({ nominatimUrl: places.url })
  const { ctx, call, bob, admin, ride, equipment, sanction, reports, comment } = world
  await writeTo(ctx.db, (tx) => updateAppConfig(tx, { file_sync_limit_import: 2 }))
  ctx.config.map.tileUrl = `${tiles.url}/{z}/{x}/{y}.png`
  const form = (name: string, bytes: BlobPart, data?: object) => {
    const body = new FormData()
    body.set('file', new File([bytes], name))
    if (data) body.set('data', JSON.stringify(data))
    return body
  }
  await call('POST', '/api/auth/picture', { as: bob, body: form('me.png', png) })
  const archive = form('all.zip', new Uint8Array(zipBytes(rides(3))), { sport_id: 1 })
  const upload = await call('POST', '/api/workouts', { as: bob, body: archive })
  await call('POST', '/api/auth/account/export/request', { as: bob, json: {} })
  await runNextTimeSlice(ctx, 'user_data_export')
  const exported = await call('GET', '/api/auth/account/export', { as: bob })
  const app = await anApp(ctx, bob)
  await assignAllCourses(ctx)
  const entered = await ctx.db
    .selectFrom('workouts')
    .select('short_id')
    .where('user_id', '=', bob.id)
    .where('original_file', 'is', null)
    .executeTakeFirstOrThrow()
  const segment = await call('POST', '/api/segments', {
    as: bob,
    json: { name: 'Part', workout: { id: ride.id, from: 0, to: 1000 } },
  })
  await matchAllSegments(ctx)
  const photo = await call('POST', '/api/media', { as: bob, body: form('a.png', png) })
  const examples: Record<string, string> = {
    file: basename(new URL(photo.body.url).pathname),
    user_name: 'bob',
    workout_short_id: ride.id,
    segment_short_id: ride.segments[0].segment_id,
    segment_id: '1',
    ranked_segment_id: segment.body.data.segment.id,
    map_id: ride.map,
    comment_short_id: comment.short_id,
    report_id: String(reports.user.id),
    action_short_id: sanction.id,
    sport_id: '1',
    equipment_type_id: '2',
    equipment_short_id: equipment,
    client_id: app.client_id,
    task_short_id: upload.body.data.task_id,
    task_type: 'workouts_archive_upload',
    file_name: exported.body.request.file_name,
    share_secret: await shareSecret(world),
    ...{ s: 'a', z: '1', x: '1', y: '1.png' },
  }
  const queries: Record<string, string> = {
    'GET /api/oauth/authorize': new URLSearchParams(consent(app)).toString(),
    'GET /api/geocode/search': 'city=Paris',
    'GET /api/geocode/lookup': 'osm_id=r7444',
    'GET /api/stats/:user_name/by_time': 'time=month',
    'GET /api/workouts/compare': `ids=${ride.id},${entered.short_id}`,
    'GET /api/thresholds/zones': 'sport_id=1',
    'GET /api/efforts': 'sport_id=1',
    'GET /api/efforts/ranking': 'sport_id=1&kind=distance&target=1000',
    'GET /api/efforts/history': 'sport_id=1&kind=distance&target=1000',
    'GET /api/operations/tasks': 'state=waiting',
    'GET /api/workouts': 'return_equipments=true&with_statistics=true',
  }
  const addressOf = (route: string) => {
    const [, pattern = ''] = route.split(' ')
    const given = route.endsWith('/by_id') ? { ...examples, client_id: String(app.id) } : examples
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? `no ${name}`)
    const query = queries[route]
    return query === undefined ? path : `${path}?${query}`
  }
  const readerOf = (route: string): UserRow =>
    READS.find((read) => read.route === route)?.access.role ? admin : bob
  return { ...world, addressOf, readerOf }
}

/** Waits until no more statements run. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    count()
    await Bun.sleep(1)
    quiet = count() === 0 ? quiet + 1 : 0
  }
}

test('every read needs the recorded number of statements and bytes, and lists and details stay within their limits', async () => {
  const { ctx, handle, addressOf, readerOf } = await startWithEverything()
  const count = countQueries(ctx)
  const tokens = new Map<number, string>()
  const ask = async (route: string) => {
    const { id, session_epoch } = readerOf(route)
    const authorization = tokens.get(id) ?? `Bearer ${await ctx.sessions.issue(id, session_epoch)}`
    tokens.set(id, authorization)
    const request = new Request(`http://localhost${addressOf(route)}`, {
      headers: { authorization },
    })
    const answer = await handle(request)
    return { answer, bytes: await answer.bytes() }
  }
  const found: string[] = []
  const tooMany: string[] = []
  for (const route of READS.map(({ route }) => route)) {
    await ask(route)
    // The last use, and the stored form of the first response, are written later, which invalidates the caches.
    await ctx.lastUses.settle()
    await untilQuiet(count)
    await ask(route)
    count()
    const { answer, bytes } = await ask(route)
    const statements = count()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const size = isJson && !UNMEASURED.includes(route) ? bytes.length : '-'
    found.push(`${route} | ${answer.status} ${statements} ${size}`)
    const most = DETAILS.test(route) ? MAX_OF_DETAIL : MAX_OF_LIST
    if (statements > most) tooMany.push(`${route}: ${statements}`)
  }
  expect(tooMany).toEqual([])
  expect(found).toEqual(READS.map(({ route, cost }) => `${route} | ${cost}`))
}, 30_000)
