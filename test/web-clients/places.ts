import { rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'

/** The password of everyone in the demo. */
export const PASSWORD = 'a-long-password'

/** The people who use the client: an owner, a user with workouts, and one who was warned. */
export type Person = 'alex' | 'mia' | 'tom'

/** Values of the parameters in paths, by their names; `apps/id` is the value of `id` after `apps`. */
export type Places = Record<string, string>

interface Named {
  id: string
}

interface Answer {
  auth_token?: string
  data?: {
    workouts?: (Named & { with_file: boolean; segments: { segment_id: string }[] })[]
    equipments?: Named[]
    task_id?: string
    client?: { id: number }
  }
  comment?: Named
  reports?: { id: number }[]
  notifications?: { type: string; report_action?: Named }[]
}

type Api = (who: Person, method: string, path: string, body?: object) => Promise<Answer>

const APP = {
  client_name: 'Ride Planner',
  client_description: 'Plans the next ride after the last one.',
  client_uri: 'https://planner.example.org',
  redirect_uris: ['https://planner.example.org/back'],
  scope: 'workouts:read profile:read',
}

/** More files than are imported synchronously. */
const RIDES = Array.from({ length: 12 }, (_, index) => ({
  name: `${index + 1}.gpx`,
  content: rideGpx({ seed: index, start: new Date(Date.UTC(2024, 0, index + 1)) }),
}))

function connect(url: string): Api {
  const tokens = new Map<Person, string>()
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, init)
    if (!answer.ok)
      throw new Error(`${init.method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? {} : ((await answer.json()) as Answer)
  }
  const json = { 'content-type': 'application/json' }
  const logIn = async (who: Person) => {
    const body = JSON.stringify({ email: `${who}@example.org`, password: PASSWORD })
    const { auth_token } = await call('/auth/login', { method: 'POST', headers: json, body })
    return found(auth_token)
  }
  return async (who, method, path, body) => {
    const token = tokens.get(who) ?? (await logIn(who))
    tokens.set(who, token)
    const isForm = body instanceof FormData
    return call(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && json) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
  }
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('The demo lacks something that a screen shows.')
  return thing
}

/** Adds what the demo lacks for every screen of a person, and returns the values of the parameters. */
export async function preparePlaces(url: string): Promise<(who: Person) => Promise<Places>> {
  const api = connect(url)
  const { reports } = await api('alex', 'GET', '/reports')
  const { notifications = [] } = await api('tom', 'GET', '/notifications')
  const warning = found(notifications.find(({ type }) => type === 'user_warning'))
  return async (who) => {
    const archive = new FormData()
    archive.append('file', new File([new Uint8Array(zipBytes(RIDES))], 'rides.zip'))
    archive.append('data', JSON.stringify({ sport_id: 1 }))
    const task = await api(who, 'POST', '/workouts', archive)
    const app = await api(who, 'POST', '/oauth/apps', APP)
    const ride = new FormData()
    const gpx = rideGpx({ withPause: true, withHeartRate: true, withCadence: true })
    ride.append('file', new File([gpx], 'ride.gpx'))
    ride.append(
      'data',
      JSON.stringify({ sport_id: 1, notes: 'Windy.', workout_visibility: 'public' }),
    )
    const [workout] = (await api(who, 'POST', '/workouts', ride)).data?.workouts ?? []
    const { id } = found(workout)
    const detail = await api(who, 'GET', `/workouts/${id}`)
    const comment = { text: 'Nice ride, @mia!', text_visibility: 'public' }
    const written = await api(who, 'POST', `/workouts/${id}/comments`, comment)
    const commentId = found(written.comment).id
    await api('mia', 'POST', `/workouts/${id}/like`)
    await api('mia', 'POST', `/comments/${commentId}/like`)
    const list = await api(who, 'GET', '/equipments')
    const bike = { label: 'Gravel bike', equipment_type_id: 2 }
    const equipments = list.data?.equipments?.length
      ? list
      : await api(who, 'POST', '/equipments', bike)
    return {
      ...(who === 'tom' && { action_id: found(warning.report_action).id }),
      'apps/id': String(found(app.data?.client).id),
      'equipments/id': found(equipments.data?.equipments?.[0]).id,
      'sports/id': '1',
      task_id: found(task.data?.task_id),
      reportId: String(found(reports?.at(-1)).id),
      taskType: 'workouts_archive_upload',
      username: 'mia',
      workoutId: id,
      segmentId: found(detail.data?.workouts?.[0]?.segments[0]).segment_id,
      commentId,
    }
  }
}
