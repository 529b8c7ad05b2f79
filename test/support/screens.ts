/** Every screen of the web UI, with the users and workouts of `milepost demo`. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { writeFitCourse } from '@/domain/courses/write-fit-course'
import type { InstalledBinary, RunningServer } from './binary'
import { aCourseLine, aSavedCourse } from './courses'
import { aLandscape } from './photo-files'
import { rideGpx } from './ride'
import { fitTime } from './tracks/fit'
import { gymSession } from './tracks/gym'
import { triathlon } from './tracks/legs'
import { poolSwim } from './tracks/swims'
import { zipBytes } from './tracks/zip'
import { openUntilDrawn } from './wait-until-drawn'

/** A user of the demo, or an anonymous visitor. */
export type DemoName = 'alex' | 'mia' | 'priya' | 'tom' | 'nobody'

/** A screen: its name, the path of its route, its path in the demo, and its viewer. */
export interface DemoScreen {
  name: string
  route: string
  path: string
  who: DemoName
}

/** A running server with the demo, and the session tokens of its users. */
export interface DemoWorld {
  server: RunningServer
  tokens: ReadonlyMap<DemoName, string>
  screens: readonly DemoScreen[]
}

const PASSWORD = 'a-long-password'
/** Email is enabled, so that signed-out screens offer it; nothing is delivered. */
const MAIL = { EMAIL_URL: 'smtp://127.0.0.1:9', SENDER_EMAIL: 'milepost@example.org' }

/** Fills an empty server with this many days of the demo, up to a day (`YYYY-MM-DD`) or today, and starts it. */
export async function startDemo(
  binary: InstalledBinary,
  days: number,
  until?: string,
): Promise<DemoWorld> {
  const end = until === undefined ? [] : ['--until', until]
  const made = binary.run(['demo', '--password', PASSWORD, '--days', String(days), ...end])
  if (made.code !== 0) throw new Error(made.stderr)
  const server = await binary.serve([], MAIL)
  const tokens = new Map<DemoName, string>()
  const api = apiOf(server.url, tokens)
  for (const name of ['alex', 'mia', 'priya', 'tom'] as const) {
    const credentials = { email: `${name}@example.org`, password: PASSWORD }
    tokens.set(name, found((await api(name, 'POST', '/auth/login', credentials)).auth_token))
  }
  await logInFromDevices(server.url)
  return { server, tokens, screens: [...screensOf(await findPlaces(api)), ...DOORS] }
}

const DEVICES = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
]

/** Starts sessions of alex, for the list of sessions. */
async function logInFromDevices(url: string): Promise<void> {
  for (const userAgent of DEVICES)
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: 'alex@example.org', password: PASSWORD }),
    })
}

interface Named {
  id: string
}

/** The parts of responses from which paths of screens are built. */
interface Answer {
  auth_token?: string
  id?: string
  data?: {
    workouts?: (Named & {
      title: string | null
      with_file: boolean
      map: string | null
      sport_id: number
    })[]
    equipments?: Named[]
    comments?: Named[]
    course?: Named
    task_id?: string
    client?: { client_id: string }
    suggestions?: { latitude: number; longitude: number }[]
    segment?: Named
  }
  reports?: { id: number }[]
  notifications?: { type: string; report_action?: Named; comment?: Named }[]
}

type Api = (who: DemoName, method: string, path: string, body?: object) => Promise<Answer>

const apiOf =
  (url: string, tokens: ReadonlyMap<DemoName, string>): Api =>
  async (who, method, path, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(tokens.has(who) && { authorization: `Bearer ${tokens.get(who)}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

const found = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new Error('The demo lacks something that screens are for.')
  return thing
}

const APP = {
  client_name: 'Ride Planner',
  client_description: 'Plans the next ride after the last one.',
  client_uri: 'https://planner.example.org',
  redirect_uris: ['https://planner.example.org/back'],
  scope: 'workouts:read profile:read',
}

/** More files than are imported synchronously, one of them not a recording. */
const RIDES = Array.from({ length: 12 }, (_, index) => ({
  name: `${index + 1}.gpx`,
  content:
    index === 5
      ? 'no track'
      : rideGpx({ seed: index, start: new Date(Date.UTC(2024, 0, index + 1)) }),
}))

const [POOL_SWIMMING, STRENGTH_TRAINING] = [1201, 1001]
const MORNING = fitTime('2024-02-05T06:30:00Z')
const SET = { lengths: 8, seconds: 26, strokes: 10, stroke: 'freestyle', rest: 60 } as const

const BREASTSTROKE = {
  lengths: 4,
  seconds: 33,
  strokes: 13,
  stroke: 'breaststroke',
  rest: 60,
} as const

/** A swim with sets of several strokes, and drills. */
const SWIM = poolSwim({
  ...{ start: MORNING, pool: 25, unit: 'm', isDense: true, heartRates: { samples: 128 } },
  sets: [
    ...[SET, SET, BREASTSTROKE],
    { lengths: 4, seconds: 38, stroke: 'drill', rest: 45 },
    ...[
      { ...SET, lengths: 2, seconds: 24 },
      { ...SET, lengths: 2, seconds: 23, rest: 0 },
    ],
  ],
})
const GYM = gymSession(fitTime('2024-02-06T17:00:00Z'))

/** Uploads recordings of sports that the demo lacks, measured by their device, and returns their workouts. */
async function uploadRecordings(api: Api) {
  const measureBy = (measurements: string | null) =>
    api('mia', 'POST', '/auth/profile/edit/preferences', { measurements })
  const upload = async (bytes: Uint8Array, data: object) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'recording.fit'))
    form.append('data', JSON.stringify(data))
    const created = await api('mia', 'POST', '/workouts', form)
    return created.data?.workouts ?? []
  }
  await measureBy('device')
  const race = await upload(triathlon(), { title: 'Lake race', workout_visibility: 'private' })
  const [swim] = await upload(SWIM, { sport_id: POOL_SWIMMING })
  const [gym] = await upload(GYM, { sport_id: STRENGTH_TRAINING })
  await measureBy(null)
  return { leg: found(race[2]).id, swim: found(swim).id, gym: found(gym).id }
}

/** Invites someone, and lets people apply for accounts. */
async function addNewMembers(api: Api): Promise<void> {
  await api('alex', 'PATCH', '/config', { registration_mode: 'approval' })
  await api('alex', 'POST', '/invitations', { email: 'sam@example.org' })
  const reasons = { noa: 'I ride with Mia on Sundays.', leo: 'To compare my hill repeats.' }
  for (const [username, reason] of Object.entries(reasons))
    await api('nobody', 'POST', '/auth/register', {
      ...{ username, reason, email: `${username}@example.org`, password: PASSWORD },
      accepted_policy: true,
    })
}

/** Adds photos, taken in the middle of its bounding box, to a workout. Returns the id of the first one. */
async function addPhotos(api: Api, workout: string): Promise<string> {
  const ids: string[] = []
  for (const seed of [0, 1, 2, 3, 4]) {
    const form = new FormData()
    form.append('file', new File([await aLandscape(seed)], 'photo.jpg'))
    ids.push(found((await api('alex', 'POST', '/media', form)).id))
  }
  const description = 'The lake in the morning, seen from the road'
  await api('alex', 'PATCH', `/media/${ids[0]}`, { description })
  await api('alex', 'PATCH', `/workouts/${workout}`, { media_attachment_ids: ids })
  return found(ids[0])
}

/** Hides the place where most workouts start. The other places are suggestions. */
async function addPrivacyZone(api: Api): Promise<void> {
  const { data } = await api('alex', 'GET', '/privacy/suggestions')
  const { latitude, longitude } = found(data?.suggestions?.[0])
  await api('alex', 'POST', '/privacy/zones', {
    ...{ name: 'Home', radius: 300 },
    positions: [{ latitude, longitude }],
  })
}

/** Saves courses with a line and waypoints, and the line of a ride. Returns the id of the last one. */
async function addCourses(api: Api, ride: string): Promise<string> {
  await api('alex', 'POST', '/courses', { workout_id: ride, name: 'To the lookout tower' })
  const send = async (name: string, seed: number) => {
    const form = new FormData()
    const course = aSavedCourse({ name, line: aCourseLine(600, seed) })
    form.append('file', new File([writeFitCourse(course)], 'course.fit'))
    return found((await api('alex', 'POST', '/courses/upload', form)).data?.course).id
  }
  for (const [seed, name] of ['Over the pass', 'Along the river to the old mill'].entries())
    await send(name, seed + 2)
  return send('Round of the lakes', 1)
}

/** Creates a segment from a part of a ride. Returns its id. */
async function addSegment(api: Api, id: string): Promise<string> {
  const created = await api('alex', 'POST', '/segments', {
    ...{ name: 'Along the river', visibility: 'public' },
    workout: { id, from: 2000, to: 5000 },
  })
  return found(created.data?.segment).id
}

/** Adds data that the demo lacks, and returns the paths of the screens of single objects. */
async function findPlaces(api: Api) {
  const app = await api('alex', 'POST', '/oauth/apps', APP)
  const archive = new FormData()
  archive.append('file', new File([new Uint8Array(zipBytes(RIDES))], 'rides.zip'))
  archive.append('data', JSON.stringify({ sport_id: 1 }))
  const task = await api('mia', 'POST', '/workouts', archive)
  const recorded = await uploadRecordings(api)
  await addNewMembers(api)
  await addPrivacyZone(api)
  const list = await api('alex', 'GET', '/workouts?per_page=100')
  const workouts = list.data?.workouts ?? []
  const rides = workouts.filter(({ map, sport_id }) => map && sport_id === 1)
  const equipments = await api('alex', 'GET', '/equipments')
  // Courses are assigned while the server is idle; the way to work will be one. A short demo has none.
  const commute = workouts.find(({ title, map }) => map && title === 'To work')
  const reports = await api('alex', 'GET', '/reports')
  const { notifications = [] } = await api('tom', 'GET', '/notifications')
  const warning = found(notifications.find(({ type }) => type === 'user_warning'))
  const consent = new URLSearchParams({
    client_id: found(app.data?.client).client_id,
    response_type: 'code',
    scope: APP.scope,
    redirect_uri: APP.redirect_uris[0] ?? '',
  })
  return {
    ...recorded,
    savedCourse: await addCourses(api, found(rides[0]).id),
    photo: await addPhotos(api, found(rides[0]).id),
    ride: found(rides[0]).id,
    segment: await addSegment(api, found(rides[0]).id),
    course: (commute ?? found(rides[0])).id,
    compared: rides
      .slice(0, 3)
      .map(({ id }) => id)
      .join(),
    indoor: found(workouts.find(({ map, with_file }) => !map && with_file)).id,
    equipment: found(equipments.data?.equipments?.[0]).id,
    report: found(reports.reports?.at(-1)).id,
    sanction: found(warning.report_action).id,
    comment: found(warning.comment).id,
    task: found(task.data?.task_id),
    consent: String(consent),
  }
}

const screen = (name: string, route: string, who: DemoName, path = route): DemoScreen => ({
  name,
  route,
  who,
  path,
})

function screensOf(places: Awaited<ReturnType<typeof findPlaces>>): DemoScreen[] {
  const { ride, leg, compared, indoor, equipment, report, sanction, comment, task, consent } =
    places
  const { swim, gym, course, photo, savedCourse, segment } = places
  const workout = '/workouts/$workoutId'
  return [
    screen('dashboard', '/', 'alex'),
    screen('dashboard-first', '/', 'tom'),
    screen('workouts', '/workouts', 'alex'),
    screen('workouts-map', '/workouts', 'alex', '/workouts?view=map'),
    screen('workout', workout, 'alex', `/workouts/${ride}`),
    screen('workout-photo', workout, 'alex', `/workouts/${ride}#photo-${photo}`),
    screen('workout-laps', `${workout}/laps`, 'alex', `/workouts/${ride}/laps`),
    screen('workout-efforts', `${workout}/efforts`, 'alex', `/workouts/${ride}/efforts`),
    screen('workout-zones', `${workout}/zones`, 'alex', `/workouts/${ride}/zones`),
    screen('workout-same-route', `${workout}/same-route`, 'alex', `/workouts/${course}/same-route`),
    screen('workout-indoor', workout, 'alex', `/workouts/${indoor}`),
    screen('workout-leg', workout, 'mia', `/workouts/${leg}`),
    screen('workout-swim', workout, 'mia', `/workouts/${swim}`),
    screen('workout-gym', workout, 'mia', `/workouts/${gym}`),
    screen('workout-edit', '/workouts/$workoutId/edit', 'alex', `/workouts/${ride}/edit`),
    screen('workout-add', '/workouts/add', 'alex'),
    screen('workout-add-by-hand', '/workouts/add', 'alex', '/workouts/add?way=hand'),
    screen('statistics', '/statistics', 'alex'),
    screen('training', '/training', 'alex'),
    screen('training-estimate', '/training', 'mia'),
    screen('map', '/map', 'alex'),
    screen('map-tiles', '/map', 'alex', '/map?tiles=14'),
    screen('regions', '/regions', 'alex'),
    screen('records', '/records', 'alex'),
    screen('routes', '/routes', 'alex'),
    screen('route', '/routes/$workoutId', 'alex', `/routes/${course}`),
    screen('courses', '/courses', 'alex'),
    screen('courses-none', '/courses', 'mia'),
    screen('course', '/courses/$courseId', 'alex', `/courses/${savedCourse}`),
    screen('segments', '/segments', 'alex'),
    screen(
      'segments-nearby',
      '/segments',
      'alex',
      '/segments?coordinates=47.996,7.843&place=Freiburg&radius=50',
    ),
    screen('segment', '/segments/$segmentId', 'alex', `/segments/${segment}`),
    screen('efforts', '/efforts', 'alex'),
    screen(
      'efforts-target',
      '/efforts/ranking',
      'alex',
      '/efforts/ranking?sport=1&kind=power&target=300',
    ),
    screen('efforts-curves', '/efforts/curves', 'alex', '/efforts/curves?sport=1&against=ever'),
    screen('move-in', '/move-in', 'alex'),
    screen('share', '/share', 'alex'),
    screen('duplicates', '/workouts/duplicates', 'mia'),
    screen('compare', '/workouts/compare', 'alex', `/workouts/compare?ids=${compared}`),
    screen('equipment', '/equipment/$equipmentId', 'alex', `/equipment/${equipment}`),
    screen('tasks', '/workouts/tasks', 'mia'),
    screen('task', '/workouts/tasks/$taskId', 'mia', `/workouts/tasks/${task}`),
    screen('users', '/users', 'alex'),
    screen('user', '/users/$username', 'alex', '/users/mia'),
    screen('user-own', '/users/$username', 'alex', '/users/alex'),
    screen('followers', '/users/$username/followers', 'alex', '/users/alex/followers'),
    screen('following', '/users/$username/following', 'alex', '/users/alex/following'),
    screen('notifications', '/notifications', 'alex'),
    screen('comment', '/comments/$commentId', 'tom', `/comments/${comment}`),
    screen('suspension', '/profile/suspension', 'tom'),
    screen(
      'sanction',
      '/profile/moderation/sanctions/$sanctionId',
      'tom',
      `/profile/moderation/sanctions/${sanction}`,
    ),
    screen('settings-account', '/profile/edit/account', 'alex'),
    screen('settings-profile', '/profile/edit/profile', 'alex'),
    screen('settings-preferences', '/profile/edit/preferences', 'alex'),
    screen('privacy-zones', '/profile/privacy-zones', 'alex'),
    screen('privacy-zones-none', '/profile/privacy-zones', 'mia'),
    screen('settings-weight', '/profile/edit/weight', 'alex'),
    screen('settings-thresholds', '/profile/edit/thresholds', 'alex'),
    screen('settings-sports', '/profile/edit/sports', 'alex'),
    screen('settings-equipment', '/profile/edit/equipment', 'alex'),
    screen('settings-blocked', '/profile/blocked', 'alex'),
    screen('apps', '/profile/apps', 'alex'),
    screen('tokens', '/profile/tokens', 'alex'),
    screen('webhooks', '/profile/webhooks', 'alex'),
    screen('activity', '/profile/activity', 'alex'),
    screen('apps-new', '/profile/apps/new', 'alex'),
    screen(
      'apps-authorize',
      '/profile/apps/authorize',
      'mia',
      `/profile/apps/authorize?${consent}`,
    ),
    screen('admin', '/admin', 'alex'),
    screen('admin-reports', '/admin/reports', 'priya'),
    screen('admin-report', '/admin/reports/$reportId', 'priya', `/admin/reports/${report}`),
    screen('admin-appeals', '/admin/appeals', 'priya'),
    screen('admin-member', '/admin/members/$username', 'priya', '/admin/members/tom'),
    screen('admin-users', '/admin/users', 'alex'),
    screen('admin-new-members', '/admin/new-members', 'alex'),
    screen('admin-configuration', '/admin/configuration', 'alex'),
    screen('admin-sports', '/admin/sports', 'alex'),
    screen('admin-equipment-types', '/admin/equipment-types', 'alex'),
    screen('admin-operations', '/admin/operations', 'alex'),
    screen('admin-audit', '/admin/audit', 'alex'),
  ]
}

/** Public screens, most of them with expired links. */
const DOORS: readonly DemoScreen[] = [
  screen('login', '/login', 'nobody'),
  screen('login-callback', '/login/callback', 'nobody', '/login/callback?state=old'),
  screen('register', '/register', 'nobody'),
  screen('setup', '/setup', 'nobody'),
  screen('confirm-account', '/account-confirmation', 'nobody', '/account-confirmation?token=old'),
  screen('resend-confirmation', '/account-confirmation/resend', 'nobody'),
  screen('request-reset', '/password-reset/request', 'nobody'),
  screen('reset-password', '/password-reset', 'nobody', '/password-reset?token=old'),
  screen('confirm-email', '/email-update', 'nobody', '/email-update?token=old'),
  screen('about', '/about', 'nobody'),
  screen('privacy', '/privacy-policy', 'nobody'),
  screen('handbook', '/handbook', 'nobody'),
  screen('handbook-page', '/handbook/$topic', 'nobody', '/handbook/first-hour'),
  screen('workout-of-nobody', '/workouts/$workoutId', 'nobody', '/workouts/nothing'),
  screen('not-found', '/*', 'nobody', '/nowhere'),
  screen('forbidden', '/admin/users', 'mia'),
]

/** Milliseconds without a change after which a page is considered drawn. */
const STILL = 150

/** Waits until a page no longer changes: parts below its top are drawn later. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    (still) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect()
          resolve()
        }
        let waiting = setTimeout(end, still)
        const observer = new MutationObserver(() => {
          clearTimeout(waiting)
          waiting = setTimeout(end, still)
        })
        observer.observe(document, { childList: true, subtree: true })
      }),
    STILL,
  )

interface ScreenOptions extends BrowserContextOptions {
  /** Prepares the browser before the screen is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Opens a screen as a signed-in user and waits until nothing more is loaded or moves. */
export async function openScreen(
  { server, tokens }: DemoWorld,
  browser: Browser,
  screen: Pick<DemoScreen, 'path' | 'who'>,
  { prepare, ...options }: ScreenOptions,
): Promise<Page> {
  const context = await browser.newContext({
    ...{ reducedMotion: 'reduce', serviceWorkers: 'block' },
    ...options,
  })
  await prepare?.(context)
  const token = tokens.get(screen.who)
  if (token)
    await context.addInitScript((text) => localStorage.setItem('milepost.token', text), token)
  // The accounts of the demo use the light scheme; here the browser decides.
  await context.addInitScript(() => localStorage.setItem('milepost.scheme', 'auto'))
  const page = await context.newPage()
  await openUntilDrawn(page, `${server.url}${screen.path}`)
  await page.evaluate(() => document.fonts.ready)
  // Content far down the page is loaded when it is scrolled into view.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await settle(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo(0, 0))
  await settle(page)
  return page
}
