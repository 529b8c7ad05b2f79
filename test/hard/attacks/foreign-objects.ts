import { rideGpx } from '../../support/ride'
import { zipBytes } from '../../support/tracks/zip'
import { type Attack, type AttackContext, unexpectedStatus } from '../attack'
import { uploadForm, type Victim } from '../victim'

/** Contained in everything that only Ann may see. */
const MARK = 'nobody-elses-business'
const REDIRECT = 'https://app.example.com/callback'

/** All kinds of callers. */
const CALLERS = [
  'nobody',
  'stranger',
  'follower',
  'blocked',
  'suspended',
  'app',
  'moderator',
  'admin',
  'owner',
] as const
type Caller = (typeof CALLERS)[number]

/** Values of path parameters that identify objects, all of them Ann's. */
type Things = Record<string, string>

interface Operation {
  operationId: string
  method: string
  path: string
}

interface Scene {
  things: Things
  ann: string
  tokens: Record<Caller, string | undefined>
  operations: readonly Operation[]
}

/** Every operation, as every kind of caller, on private objects of another user: nothing is revealed or changed. */
export const foreignObjects: Attack = {
  name: "everybody on somebody else's things",
  run: async (stage) => {
    const scene = await prepare(stage.victim)
    const before = await lookAround(stage.victim, scene)
    for (const what of ['workout', 'recording', 'comment', 'equipment', 'app', 'access'])
      stage.tried(!before[what]?.includes(MARK) && `Ann does not find her own ${what}`)
    const { status } = await stage.victim.call('GET', '/api/timeline', {
      ...(scene.tokens.suspended && { token: scene.tokens.suspended }),
    })
    stage.tried(unexpectedStatus('the suspended account', status, 403))
    for (const caller of CALLERS) {
      for (const operation of scene.operations) await callAs(stage, scene, { caller, operation })
      const after = await lookAround(stage.victim, scene)
      for (const [what, text] of Object.entries(before))
        stage.tried(after[what] !== text && `${caller} changed Ann’s ${what}: ${after[what]}`)
    }
  },
}

/** Parameters that identify an object of a single owner. */
const OWN =
  /\{(workout_short_id|comment_short_id|equipment_short_id|task_short_id|client_id|grant_id|token_id|notification_id|file_name|action_short_id|segment_short_id)\}/

/** Operations on any user's objects that a role allows, and that would change what Ann sees. */
const BY_OFFICE: Partial<Record<Caller, readonly string[]>> = {
  moderator: ['takeReportAction', 'decideAppeal'],
  admin: ['takeReportAction', 'decideAppeal', 'editUser', 'deleteUser'],
  owner: ['takeReportAction', 'decideAppeal', 'editUser', 'deleteUser'],
}
/** In the audit log owners read the names of the apps and tokens of all accounts. */
const SHOWN_BY_OFFICE: Partial<Record<Caller, readonly string[]>> = {
  owner: ['listAuditEntries', 'exportAuditLog'],
}
/** Ends the session of the caller, so it comes last. */
const LAST = ['logOut']

async function callAs(
  { victim, tried }: AttackContext,
  { things, tokens }: Scene,
  { caller, operation }: { caller: Caller; operation: Operation },
): Promise<void> {
  const { operationId, method, path } = operation
  if (LAST.includes(operationId) || BY_OFFICE[caller]?.includes(operationId)) return
  const what = `${caller}, ${operationId}`
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? '1')
  const token = tokens[caller]
  const { status, text } = await victim.ask(method, url, {
    ...(token && { token }),
    ...(method !== 'GET' && bodyOf(operationId, things)),
  })
  tried(status >= 500 && !MAY_FAIL.includes(operationId) && `${what}: ${status} ${text}`)
  tried(OWN.test(path) && status < 400 && `${what}: ${status} ${text.slice(0, 200)}`)
  const isRevealed = text.includes(MARK) && !SHOWN_BY_OFFICE[caller]?.includes(operationId)
  tried(isRevealed && `${what} reveals it: ${text.slice(0, 500)}`)
}

/** There is no mail server, tile server or geocoding here. */
const MAY_FAIL = ['getMapTile', 'searchPlaces', 'lookUpPlace']

/** A body that would have an effect if the caller were permitted. */
function bodyOf(operationId: string, things: Things): { json: object } | { form: FormData } {
  const equipment_ids = [things.equipment_short_id]
  if (operationId === 'uploadWorkout')
    return { form: uploadForm('ride.gpx', rideGpx({ kilometres: 1 }), { equipment_ids }) }
  return { json: JSON_BODIES(things)[operationId] ?? {} }
}

const JSON_BODIES = (things: Things): Record<string, object> => ({
  appealCommentSuspension: { text: 'mine' },
  appealSanction: { text: 'mine' },
  appealSuspension: { text: 'mine' },
  appealWorkoutSuspension: { text: 'mine' },
  createComment: { text: '@ann', text_visibility: 'public' },
  createReport: { object_type: 'workout', object_id: things.workout_short_id, note: 'Look.' },
  decideAppeal: { approved: true, reason: 'Right.' },
  editComment: { text: 'changed', text_visibility: 'public' },
  editEquipment: { label: 'changed', is_active: false },
  editNotification: { read_status: true },
  editReport: { comment: 'changed' },
  editSportPreference: { sport_id: 1, default_equipment_ids: [things.equipment_short_id] },
  editUser: { new_email: 'changed@example.com' },
  editWorkout: {
    ...{ title: 'changed', notes: 'changed', workout_visibility: 'public' },
    equipment_ids: [],
  },
  enterWorkout: {
    ...{ sport_id: 1, workout_date: '2024-01-01 08:00', duration: 1800, distance: 5 },
    equipment_ids: [things.equipment_short_id],
  },
  takeReportAction: {
    ...{ action_type: 'workout_suspension', workout_id: things.workout_short_id },
    reason: 'bad',
  },
})

/** Everything that Ann sees of her own, except what others may rightly change. */
async function lookAround(victim: Victim, { things, ann }: Scene): Promise<Record<string, string>> {
  const workout = `/api/workouts/${things.workout_short_id}`
  const paths = {
    profile: '/api/users/ann',
    workout,
    recording: `${workout}/gpx/download`,
    comment: `/api/comments/${things.comment_short_id}`,
    equipment: `/api/equipments/${things.equipment_short_id}`,
    app: `/api/oauth/apps/${things.client_id}`,
    access: '/api/oauth/grants',
    tokens: '/api/tokens',
    task: `/api/workouts/upload-tasks/${things.task_short_id}`,
  }
  const seen = await Promise.all(
    Object.entries(paths).map(async ([what, path]) => [
      what,
      (await victim.ask('GET', path, { token: ann })).text,
    ]),
  )
  return Object.fromEntries(seen)
}

async function prepare(victim: Victim): Promise<Scene> {
  const ann = await victim.account('ann')
  const tokens: Scene['tokens'] = {
    nobody: undefined,
    stranger: await victim.account('stranger'),
    follower: await victim.account('follower'),
    blocked: await victim.account('blocked'),
    suspended: await victim.account('suspended'),
    app: undefined,
    moderator: await victim.account('moderator', 'moderator'),
    admin: await victim.account('admin', 'admin'),
    owner: await victim.account('owner', 'owner'),
  }
  const post = poster(victim)
  tokens.app = (await anApp(victim, await victim.account('friend'))).token
  await post('/api/users/ann/follow', tokens.follower, {})
  await post('/api/users/blocked/block', ann, {})
  const things = await makeThings(victim, { ann, moderator: tokens.moderator })
  const report = { object_type: 'user', object_id: 'suspended', note: 'bad' }
  const { id } = (await post('/api/reports', tokens.moderator, report)).report ?? { id: 2 }
  const suspension = { action_type: 'user_suspension', username: 'suspended', reason: 'bad' }
  await post(`/api/reports/${id}/actions`, tokens.moderator, suspension)
  const { body: document } = await victim.call('GET', '/api/openapi.json')
  const operations = Object.entries<Record<string, { operationId: string }>>(
    document.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
    })),
  )
  return { things, ann, tokens, operations }
}

type Post = (path: string, token: string | undefined, json: object) => Promise<VictimBody>
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type VictimBody = any

const poster =
  ({ call }: Victim): Post =>
  (path, token, json) =>
    call('POST', path, { ...(token && { token }), json }).then(({ body }) => body)

/** An app of a user with all scopes, and its token. */
async function anApp(victim: Victim, user: string) {
  const { body: document } = await victim.call('GET', '/api/openapi.json')
  const { scopes } = document.components.securitySchemes.app.flows.authorizationCode
  const scope = Object.keys(scopes).join(' ')
  const { data } = await poster(victim)('/api/oauth/apps', user, {
    ...{ client_name: MARK, client_uri: 'https://app.example.com', scope },
    redirect_uris: [REDIRECT],
  })
  const { client_id, client_secret, id } = data.client
  const fields = { client_id, response_type: 'code', scope, confirm: 'true' }
  const consent = await victim.ask('POST', '/api/oauth/authorize', {
    token: user,
    body: new URLSearchParams(fields),
  })
  const code = new URL(JSON.parse(consent.text).redirect_url).searchParams.get('code') ?? ''
  const redeemed = await victim.ask('POST', '/api/oauth/token', {
    body: new URLSearchParams({ client_id, client_secret, grant_type: 'authorization_code', code }),
  })
  return { token: String(JSON.parse(redeemed.text).access_token), client_id: String(client_id), id }
}

/** Creates one private object of Ann of every kind. Returns their ids by path parameter. */
async function makeThings(
  victim: Victim,
  { ann, moderator }: { ann: string; moderator: string | undefined },
): Promise<Things> {
  const post = poster(victim)
  const get = (path: string) => victim.call('GET', path, { token: ann }).then(({ body }) => body)
  const hidden = {
    ...{ workout_visibility: 'private', map_visibility: 'private', analysis_visibility: 'private' },
    ...{ title: MARK, notes: MARK, description: MARK },
  }
  const form = uploadForm('ride.gpx', rideGpx({ name: MARK, kilometres: 1 }), hidden)
  const uploaded = await victim.call('POST', '/api/workouts', { token: ann, form })
  const [workout] = uploaded.body.data.workouts
  const text = { text: MARK, text_visibility: 'private' }
  const { comment } = await post(`/api/workouts/${workout.id}/comments`, ann, text)
  const item = { label: MARK, equipment_type_id: 1, visibility: 'private' }
  const { data: made } = await post('/api/equipments', ann, item)
  const app = await anApp(victim, ann)
  const { data: granted } = await get('/api/oauth/grants')
  const {
    data: { token },
  } = await post('/api/tokens', ann, { name: MARK, scope: 'workouts:read' })
  const note = { object_type: 'user', object_id: 'ann', note: 'rude' }
  await post('/api/reports', moderator, note)
  const warning = { action_type: 'user_warning', username: 'ann', reason: 'Be nice.' }
  const { report } = await post('/api/reports/1/actions', moderator, warning)
  const { notifications } = await get('/api/notifications')
  return {
    ...{ user_name: 'ann', workout_short_id: workout.id, comment_short_id: comment.id },
    ...{ segment_short_id: workout.segments[0].segment_id, segment_id: '1' },
    ...{ equipment_short_id: made.equipments[0].id, client_id: app.client_id },
    ...{ grant_id: String(granted.grants[0].id), notification_id: notifications[0].id },
    token_id: String(token.id),
    action_short_id: report.report_actions.at(-1).id,
    task_short_id: await importArchive(victim, ann),
    file_name: await exportAll(victim, ann),
    ...{ map_id: 'a'.repeat(32), report_id: '1', sport_id: '1', equipment_type_id: '1' },
    ...{
      appeal_short_id: 'abc',
      task_type: 'user_data_export',
      s: 'a',
      z: '1',
      x: '1',
      y: '1.png',
    },
  }
}

/** Imports an archive in a task and returns the task. */
async function importArchive({ call }: Victim, token: string): Promise<string> {
  const rides = Array.from({ length: 12 }, (_, day) => ({
    name: `${day}.gpx`,
    content: rideGpx({ seed: day, start: new Date(Date.UTC(2023, 0, day)), kilometres: 1 }),
  }))
  const form = uploadForm('rides.zip', zipBytes(rides), { workout_visibility: 'private' })
  const { body } = await call('POST', '/api/workouts', { token, form })
  await until(async () => {
    const path = `/api/workouts/upload-tasks/${body.data.task_id}`
    const { body: told } = await call('GET', path, { token })
    return told.task.status === 'successful'
  })
  return body.data.task_id
}

/** Requests a data export and returns its file name. */
async function exportAll({ call }: Victim, token: string): Promise<string> {
  const path = '/api/auth/account/export'
  await call('POST', `${path}/request`, { token, json: {} })
  let name = ''
  await until(async () => {
    const { request } = (await call('GET', path, { token })).body
    name = request.file_name
    return request.status === 'successful'
  })
  return name
}

const PATIENCE = 60_000

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + PATIENCE
  while (!(await isDone())) {
    if (performance.now() > limit) throw new Error('it took too long')
    await Bun.sleep(200)
  }
}
