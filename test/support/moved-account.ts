import { aRide, startArchiveServer } from './archives'
import { courseGpx } from './courses'
import { matchAllSegments, straightRide } from './ranked-segments'
import { HOME, PUBLIC, placeFromHome } from './rides-around-home'

const EXPORT = '/api/auth/account/export'

/** Metres around home that are hidden from others. */
export const RADIUS = 200

/** A server to which an account moves, or from which it moves. */
export const openServer = (changes: object = {}) =>
  startArchiveServer({ username: 'ann', timezone: 'Europe/Berlin', ...changes })

export type Server = Awaited<ReturnType<typeof openServer>>

/** The data export of the user of a server. */
export async function exportAccount(server: Server): Promise<Uint8Array> {
  const { send, serve, get, ctx, user, handle } = server
  await send('POST', `${EXPORT}/request`, { json: {} })
  await serve()
  const { file_name } = (await get(EXPORT)).body.request
  const token = await ctx.sessions.issue(user.id, user.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  return (await handle(new Request(`http://localhost${EXPORT}/${file_name}`, { headers }))).bytes()
}

/** Uploads a data export without importing it. Returns the id of the import. */
export async function queueAccount(server: Server, archive: Uint8Array): Promise<string> {
  const { body } = await server.upload('export.zip', archive, { sport_id: undefined })
  return body.data.task_id
}

/** Imports a data export. Returns the id of the import. */
export async function moveIn(server: Server, archive: Uint8Array): Promise<string> {
  const id = await queueAccount(server, archive)
  await server.serve()
  return id
}

/** The lines of the report of an import. */
export async function readReport(server: Server, id: string): Promise<string[]> {
  const { body } = await server.get(`/api/workouts/upload-tasks/${id}/report`)
  return String(body).trimEnd().split('\n').slice(1)
}

/** A list of an export. */
export const json = (name: string, content: unknown) => ({ name, content: JSON.stringify(content) })

/** A server whose user has everything that an export contains besides texts and photos. */
export async function fullAccount() {
  const server = await openServer()
  const { send, record, enter, call, user } = server
  const create = async (path: string, content: object) =>
    (await send('POST', path, { json: content })).body.data
  const { zone } = await create('/api/privacy/zones', {
    ...{ name: 'Home', positions: [HOME], radius: RADIUS },
  })
  await send('PATCH', '/api/privacy', { json: { hidden_metres: 150, hides_times: true } })
  const rides = [
    await record('1.gpx', straightRide({ day: 1 }), { ...PUBLIC, title: 'To the east' }),
    await record('2.gpx', straightRide({ day: 2, from: 3000, to: -50 }), PUBLIC),
    await record('3.gpx', aRide(3), PUBLIC),
  ]
  await enter({ title: 'By hand', workout_date: '2026-02-01 10:00' })
  const [first, second] = rides.map(({ id }) => id)
  const { course } = await create('/api/courses', { workout_id: first, name: 'East' })
  const file = new FormData()
  const points = [0, 400, 900].map((east) => placeFromHome(east, east / 3))
  file.set('file', new File([courseGpx(points)], 'loop.gpx'))
  await call('POST', '/api/courses/upload', { as: user, body: file })
  const plan = (id: string, course_id: string | null) =>
    send('PUT', `/api/workouts/${id}/course`, { json: { course_id } })
  await plan(first, course.id)
  await plan(second, null)
  const position = ([latitude, longitude]: readonly number[]) => ({ latitude, longitude })
  const segments = [
    { name: 'Away', workout: { id: first, from: 900, to: 2200 } },
    { name: 'Past home', workout: { id: first, from: 0, to: 1500 } },
    {
      name: 'Drawn',
      drawing: {
        sport_id: 1,
        positions: [placeFromHome(1000, 0), placeFromHome(1800, 0)].map(position),
      },
    },
  ]
  for (const segment of segments)
    await create('/api/segments', { ...segment, visibility: 'public' })
  await send('POST', '/api/auth/profile/edit/sports', {
    json: { sport_id: 5, color: '#123456', stopped_speed_threshold: 0.4 },
  })
  await send('PATCH', '/api/auth/profile/sport-names', {
    json: { sport_names: { 'gravel bike': 3 }, default_sport_id: 5 },
  })
  await matchAllSegments(server.ctx)
  return { ...server, rides, zone }
}

/** Points of courses are stored with seven decimals, their bounds with more. */
const roundBounds = (key: string, value: unknown) =>
  key === 'bounds' && Array.isArray(value)
    ? value.map((degrees: number) => Number(degrees.toFixed(6)))
    : value

/** Everything that the owner sees of what is not a workout, by the ids that stay the same. */
export async function ownView(server: Pick<Server, 'ctx' | 'get'>) {
  const { get, ctx } = server
  await matchAllSegments(ctx)
  const read = async (path: string) => (await get(path)).body
  const { courses } = (await read('/api/courses?per_page=100')).data
  const { segments } = (await read('/api/segments?per_page=100')).data
  const { workouts } = (await read('/api/workouts?per_page=100&order=asc')).data
  const each = async (items: readonly { id: string }[], path: (id: string) => string) =>
    Object.fromEntries(
      await Promise.all(items.map(async ({ id }) => [id, (await read(path(id))).data])),
    )
  const view = {
    courses: await each(courses, (id) => `/api/courses/${id}`),
    segments: await each(segments, (id) => `/api/segments/${id}`),
    efforts: await each(segments, (id) => `/api/segments/${id}/efforts`),
    planned: await each(workouts, (id) => `/api/workouts/${id}/course`),
    workouts: workouts.map(({ id, title, distance, duration }: Record<string, unknown>) => ({
      ...{ id, title, distance, duration },
    })),
    privacy: (await read('/api/privacy')).data,
    sports: (await read('/api/sports')).data.sports,
    sportNames: (await read('/api/auth/profile/sport-names')).data,
  }
  return JSON.parse(JSON.stringify(view, roundBounds))
}
