import { expect, test } from 'bun:test'
import { updateAppConfig } from '@/db/queries/app-config'
import type { UserRow } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import { workOneTurn } from '@/jobs/loop'
import { ACCESS_TABLE } from '../support/access-table'
import { rides } from '../support/archives'
import { startBusy } from '../support/busy-world'
import { countQueries } from '../support/count-queries'
import { plainPng } from '../support/images'
import { anApp, consent } from '../support/oauth2'
import { sortIntoRoutes } from '../support/routes'
import { standIn } from '../support/stand-in'
import { zipBytes } from '../support/tracks/zip'

/** What each read costs: route, status, statements and, of JSON, bytes. A change is put down here, on purpose. */
const COSTS = `${import.meta.dir}/read-costs.txt`

/** Statements that an answer may take once the caller and what seldom changes are known. */
const MOST_OF_LIST = 6
const MOST_OF_DETAIL = 8
/** What is about one thing although its path does not end with it. */
const DETAILS =
  /\/(:\w+|profile|config|unread|export|suspension|by_id|picture|(analysis|geojson|chart_data)(\/.*)?)$/

/** Its size changes with every route that there is. */
const UNMEASURED = 'GET /api/openapi.json'

const png = await plainPng('#abcdef')

/** A server on which there is something to read everywhere; who reads, and an example of what each parameter stands for. */
async function startWithEverything() {
  const place = { osm_type: 'relation', osm_id: 7444, lat: '48.8', lon: '2.3', name: 'Paris' }
  const places = standIn(() => Response.json([place]))
  const tiles = standIn(() => new Response(png, { headers: { 'content-type': 'image/png' } }))
  const world = await startBusy({ nominatimUrl: places.url })
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
  await workOneTurn(ctx, 'user_data_export')
  const exported = await call('GET', '/api/auth/account/export', { as: bob })
  const app = await anApp(ctx, bob)
  await sortIntoRoutes(ctx)
  const entered = await ctx.db
    .selectFrom('workouts')
    .select('short_id')
    .where('user_id', '=', bob.id)
    .where('original_file', 'is', null)
    .executeTakeFirstOrThrow()
  const examples: Record<string, string> = {
    user_name: 'bob',
    workout_short_id: ride.id,
    segment_short_id: ride.segments[0].segment_id,
    segment_id: '1',
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
    'GET /api/workouts': 'return_equipments=true&with_statistics=true',
  }
  const addressOf = (route: string) => {
    const [, pattern = ''] = route.split(' ')
    const given = route.endsWith('/by_id') ? { ...examples, client_id: String(app.id) } : examples
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? `no ${name}`)
    const query = queries[route]
    return query === undefined ? path : `${path}?${query}`
  }
  const readerOf = (route: string): UserRow => (ACCESS_TABLE[route]?.role ? admin : bob)
  return { ...world, addressOf, readerOf }
}

/** Waits until no more statements are run. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    count()
    await Bun.sleep(1)
    quiet = count() === 0 ? quiet + 1 : 0
  }
}

test('every read takes as many statements and bytes as are put down, and no list or detail too many', async () => {
  const { ctx, handle, addressOf, readerOf } = await startWithEverything()
  const count = countQueries(ctx)
  const tokens = new Map<number, string>()
  const ask = async (route: string) => {
    const { id, session_epoch } = readerOf(route)
    const authorization = tokens.get(id) ?? `Bearer ${ctx.sessions.issue(id, session_epoch)}`
    tokens.set(id, authorization)
    const request = new Request(`http://localhost${addressOf(route)}`, {
      headers: { authorization },
    })
    const answer = await handle(request)
    return { answer, bytes: await answer.bytes() }
  }
  const found: string[] = []
  const tooMany: string[] = []
  for (const route of Object.keys(ACCESS_TABLE).filter((one) => one.startsWith('GET '))) {
    await ask(route)
    // What is kept of the first answer is written behind its back, and all that is remembered is read again then.
    await untilQuiet(count)
    await ask(route)
    count()
    const { answer, bytes } = await ask(route)
    const statements = count()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const size = isJson && route !== UNMEASURED ? bytes.length : '-'
    found.push(`${route} ${answer.status} ${statements} ${size}`)
    const most = DETAILS.test(route) ? MOST_OF_DETAIL : MOST_OF_LIST
    if (statements > most) tooMany.push(`${route}: ${statements}`)
  }
  expect(tooMany).toEqual([])
  expect(found).toEqual((await Bun.file(COSTS).text()).trim().split('\n'))
}, 30_000)
