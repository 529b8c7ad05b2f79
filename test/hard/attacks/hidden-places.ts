import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type ReadWorkout, readablePathsOf, urlsOf } from '../../support/read-operations'
import {
  fitCircle,
  gpxOfPlaces,
  HOME,
  METRES_PER_DEGREE,
  metresFromHome,
  PUBLIC,
  positionsAroundHome,
  rideAroundHome,
} from '../../support/rides-around-home'
import { zipBytes } from '../../support/tracks/zip'
import { type Attack, type AttackContext, attemptCount } from '../attack'
import { uploadForm, type Victim } from '../victim'

/** Metres around home that Ann hides. */
const RADIUS = 200
/** Metres by which the estimate of the centre, which is that of the hidden area, may be off: points are 15 m apart. */
const TOLERANCE = 20
/** Rides of one archive. */
const RIDES_PER_ARCHIVE = 1000
/** Ranked segments that Ann creates from her rides, at most as many as one user may have. */
const MOST_SEGMENTS = 400
const SHARED_RIDES = 50
const REQUESTS_AT_ONCE = 8
const DAY = 86_400_000
const SHOWN_LEAKS = 5

/**
 * Everybody reads everything about many public rides from, to and through a place that their owner hides, by every
 * route, all pages of lists included. No response contains a position in it, and the ends of the published lines do not
 * show where its centre is.
 */
export const hiddenPlaces: Attack = {
  name: 'everybody on places that are hidden',
  // A long run sends 1.5 million requests without a pause in which it could release memory.
  mostResident: 500,
  run: async (stage) => {
    const { victim } = stage
    const ann = await victim.account('ann')
    const viewers = await prepareViewers(victim)
    const zone = { name: 'Home', radius: RADIUS }
    const positions = [HOME]
    await must(victim, 'POST', '/api/privacy/zones', { token: ann, json: { ...zone, positions } })
    const rides = await importRides(stage, ann)
    const paths = await createObjects(stage, ann, rides)
    await analysed(victim)
    const document = (await victim.call('GET', '/api/openapi.json')).body
    paths.push(...readablePathsOf(document))
    await findControl(stage, { ann, rides })
    for (const [name, token] of Object.entries(viewers))
      await readEverything(stage, { name, token, paths, rides })
    await estimateCentre(stage, { token: viewers.stranger, rides })
  },
}

type Rides = readonly ReadWorkout[]

async function must(
  victim: Victim,
  method: string,
  path: string,
  options: Parameters<Victim['call']>[2],
) {
  const answer = await victim.call(method, path, options)
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Creates a user of every kind. Returns their tokens; undefined for visitors who are not logged in. */
async function prepareViewers(victim: Victim) {
  const stranger = await victim.account('stranger')
  const follower = await victim.account('follower')
  const moderator = await victim.account('moderator', 'moderator')
  await must(victim, 'POST', '/api/users/ann/follow', { token: follower, json: {} })
  const app = await must(victim, 'POST', '/api/tokens', {
    token: stranger,
    json: { name: 'app', scope: 'workouts:read' },
  })
  const viewers: Record<string, string | undefined> & { stranger: string } = {
    ...{ stranger, follower, moderator },
    app: app.data.token.token,
    anonymous: undefined,
  }
  return viewers
}

/** Imports public rides around home, and returns them with the ids of their segments. */
async function importRides(stage: AttackContext, ann: string): Promise<ReadWorkout[]> {
  const { victim, random } = stage
  const count = attemptCount(stage, 100, 10_000)
  for (let first = 0; first < count; first += RIDES_PER_ARCHIVE) {
    const size = Math.min(RIDES_PER_ARCHIVE, count - first)
    const files = Array.from({ length: size }, (_, i) => {
      const start = new Date(Date.UTC(1990, 0, 1, 8) + (first + i) * DAY)
      return { name: `${first + i}.gpx`, content: gpxOfPlaces(rideAroundHome(random), start) }
    })
    const form = uploadForm('rides.zip', zipBytes(files), PUBLIC)
    const { data } = await must(victim, 'POST', '/api/workouts', { token: ann, form })
    await untilImported(victim, ann, data.task_id)
  }
  return listRides(victim, ann)
}

async function listRides(victim: Victim, token: string): Promise<ReadWorkout[]> {
  const ids: string[] = []
  for (let page = 1, isMore = true; isMore; page++) {
    const path = `/api/workouts?per_page=100&page=${page}`
    const { data, pagination } = await must(victim, 'GET', path, { token })
    ids.push(...data.workouts.map(({ id }: { id: string }) => id))
    isMore = pagination.has_next
  }
  const rides: ReadWorkout[] = []
  await atOnce(ids.values(), async (id) => {
    const { data } = await must(victim, 'GET', `/api/workouts/${id}`, { token })
    rides.push({ id, segmentId: data.workouts[0].segments[0].segment_id })
  })
  return rides
}

async function untilImported(victim: Victim, token: string, id: string): Promise<void> {
  const path = `/api/workouts/upload-tasks/${id}`
  for (;;) {
    const { task } = await must(victim, 'GET', path, { token })
    if (task.status === 'successful') return
    if (!['queued', 'in_progress'].includes(task.status)) throw new Error(JSON.stringify(task))
    await Bun.sleep(200)
  }
}

/** Creates ranked segments and links for sharing. Returns the paths of the links. */
async function createObjects(
  stage: AttackContext,
  token: string,
  rides: ReadWorkout[],
): Promise<string[]> {
  const { victim } = stage
  for (const [i, ride] of rides.slice(0, MOST_SEGMENTS).entries()) {
    // Half of them are far away from home, so that others may see them.
    const workout = { id: ride.id, from: i % 2 === 0 ? 0 : 600, to: 1400 }
    const json = { name: `Segment ${i}`, visibility: 'public', workout }
    const { data } = await must(victim, 'POST', '/api/segments', { token, json })
    ride.rankedSegmentId = data.segment.id
  }
  const links: string[] = []
  for (const { id } of rides.slice(0, SHARED_RIDES)) {
    const path = `/api/workouts/${id}/share-links`
    const { data } = await must(victim, 'POST', path, { token, json: { expires_in_days: 7 } })
    links.push(new URL(data.share_link.url).pathname)
  }
  return links
}

/** Waits until all workouts are analysed and compared with the segments. */
async function analysed({ dataDir }: Victim): Promise<void> {
  const db = new Database(join(dataDir, 'milepost.db'), { readonly: true })
  const open = db.query<{ n: number }, []>(
    `select (select count(*) from workouts where not is_analysed) +
      (select count(*) from unmatched_segments) as n`,
  )
  while ((open.get()?.n ?? 0) > 0) await Bun.sleep(200)
  db.close()
}

/** Counts positions that Ann sees: without any, the attack would find nothing whatever happens. */
async function findControl(
  { victim, tried }: AttackContext,
  { ann, rides }: { ann: string; rides: Rides },
): Promise<void> {
  let leaks = 0
  for (const { id } of rides.slice(0, CONTROL_RIDES)) {
    const { text } = await victim.ask('GET', `/api/workouts/${id}/chart_data`, { token: ann })
    leaks += Math.min(findLeaks(text).length, 1)
  }
  tried(leaks < CONTROL_RIDES / 2 && `Ann sees the zone in only ${leaks} rides`)
}

const CONTROL_RIDES = 20

/** Latitudes in the zone begin with these digits. A search for them is much faster than for all numbers. */
const LATITUDES = /47\.9(89|9)/

const findLeaks = (text: string): string[] =>
  LATITUDES.test(text) ? positionsAroundHome(text, RADIUS) : []

interface Reading {
  name: string
  token: string | undefined
  paths: readonly string[]
  rides: Rides
}

/** Calls every route for every ride, and all pages of those that do not depend on a ride. */
async function readEverything(
  { victim, tried }: AttackContext,
  { name, token, paths, rides }: Reading,
): Promise<void> {
  const leaks: string[] = []
  let [read, seen] = [0, 0]
  const readOne = async (url: string) => {
    const { status, text } = await victim.ask('GET', url, token === undefined ? {} : { token })
    read += 1
    if (status < 300) seen += 1
    tried(status >= 500 && !MAY_FAIL.test(url) && `${name}, ${url}: ${status}`)
    const [leak] = findLeaks(text)
    if (leak !== undefined) leaks.push(`${url} shows ${leak}`)
    return text
  }
  await atOnce(urlsOfAll(paths, rides), async (url) => {
    let text = await readOne(url)
    const separator = url.includes('?') ? '&' : '?'
    for (let page = 2; !url.includes('page=') && HAS_NEXT.test(text); page++)
      text = await readOne(`${url}${separator}page=${page}`)
  })
  for (const leak of leaks.slice(0, SHOWN_LEAKS)) tried(`${name}: ${leak}`)
  const needed = rides.length * MIN_SEEN_PER_RIDE
  tried(seen < needed && `${name} saw only ${seen} of ${read} responses`)
  console.log(`    ${name}: ${read} requests, ${seen} successful, ${leaks.length} leaks`)
}

/** There is no tile server or geocoding service here. */
const MAY_FAIL = /map_tile|geocode/
const HAS_NEXT = /"has_next":\s*true/
/** The workout, its line, its chart and its analysis at least. */
const MIN_SEEN_PER_RIDE = 4

/** Every URL once. */
function* urlsOfAll(paths: readonly string[], rides: Rides): Generator<string> {
  for (const path of paths) {
    const former = new Set<string>()
    for (const [i, ride] of rides.entries()) {
      const urls = urlsOf(path, ride, rides.at(i - 1) ?? ride).filter((url) => !former.has(url))
      if (urls.length === 0) break
      for (const url of urls) former.add(url)
      yield* urls
    }
  }
}

/** Does some of the work at the same time. */
async function atOnce<Item>(
  items: IterableIterator<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const next = async (): Promise<void> => {
    for (const item of items) await work(item)
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, next))
}

/** Fits a circle to the ends of all published lines near the zone. */
async function estimateCentre(
  { victim, tried }: AttackContext,
  { token, rides }: { token: string; rides: Rides },
): Promise<void> {
  const ends: [number, number][] = []
  await atOnce(rides.values(), async ({ id }) => {
    const { status, body } = await victim.call('GET', `/api/workouts/${id}/geojson`, { token })
    if (status >= 300) return
    for (const line of linesOf(body.data.geojson)) ends.push(...endsNearHome(line))
  })
  tried(ends.length < rides.length / 2 && `only ${ends.length} ends near home are published`)
  const [x, y] = fitCircle(ends)
  const error = Math.hypot(x, y)
  console.log(`    ${ends.length} ends: the estimate of the centre is ${error.toFixed(0)} m off`)
  tried(error < RADIUS / 2 - TOLERANCE && `the centre can be estimated to ${error.toFixed(0)} m`)
}

// biome-ignore lint/suspicious/noExplicitAny: GeoJSON of any kind
function linesOf(geojson: any): [longitude: number, latitude: number][][] {
  if (geojson.type === 'FeatureCollection') return geojson.features.flatMap(linesOf)
  if (geojson.type === 'Feature') return linesOf(geojson.geometry)
  return geojson.type === 'LineString' ? [geojson.coordinates] : geojson.coordinates
}

/** The ends of a line that are near home, in metres east and north of it. */
function endsNearHome(line: [longitude: number, latitude: number][]): [number, number][] {
  const scale = METRES_PER_DEGREE * Math.cos((HOME.latitude * Math.PI) / 180)
  return [line[0], line.at(-1)].flatMap((end): [number, number][] => {
    if (!end || metresFromHome(end[1], end[0]) > 3 * RADIUS) return []
    const [longitude, latitude] = end
    return [[(longitude - HOME.longitude) * scale, (latitude - HOME.latitude) * METRES_PER_DEGREE]]
  })
}
