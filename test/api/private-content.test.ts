import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  MARKS,
  type PrivatePlan,
  privatePlans,
  rulesOf,
  startPrivateWorld,
  type Viewer,
} from '../support/private-world'
import { LONG_TIME_LIMIT, runs } from '../support/properties'

const RUNS = runs(8)

type World = Awaited<ReturnType<typeof startPrivateWorld>>
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
type Json = any

/** A viewer who reads everything in a world. */
interface Look {
  world: World
  viewer: Viewer
  plan: PrivatePlan
  rules: ReturnType<typeof rulesOf>
  get: (path: string) => Promise<{ status: number; body: Json }>
  /** All pages of a list combined. */
  getAll: (path: string, list: (body: Json) => Json[]) => Promise<{ items: Json[]; total: number }>
  /** All responses so far. */
  heard: { path: string; text: string }[]
}

function lookFrom(world: World, viewer: Viewer, plan: PrivatePlan): Look {
  const as = viewer === undefined ? undefined : world.users[viewer]
  const heard: Look['heard'] = []
  const get: Look['get'] = async (path) => {
    const { status, body } = await world.call('GET', path, { ...(as && { as }) })
    heard.push({ path, text: JSON.stringify(body, leavingOutRecords) })
    return { status, body }
  }
  const getAll: Look['getAll'] = async (path, list) => {
    const items: Json[] = []
    for (let page = 1; ; page++) {
      const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
      items.push(...list(body))
      if (!body.pagination.has_next) return { items, total: body.pagination.total }
    }
  }
  return { world, viewer, plan, rules: rulesOf(plan), get, getAll, heard }
}

/** A profile contains the personal records of all workouts, as documented, so they are excluded here. */
const leavingOutRecords = (key: string, value: unknown) => (key === 'records' ? [] : value)

const positions = (list: readonly unknown[]) => list.map((_, at) => at)

/** Runs a check for every viewer of random worlds who is not suspended, and for an anonymous visitor. */
const forEveryViewer = (check: (look: Look) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(privatePlans, async (plan) => {
      const world = await startPrivateWorld(plan)
      const viewers = positions(plan.users).filter((at) => !plan.users[at]?.suspended)
      for (const viewer of [undefined, ...viewers]) await check(lookFrom(world, viewer, plan))
    }),
    RUNS,
  )

/** All paths that return users, workouts and comments, for signed-in and anonymous viewers. */
function pathsOf({ world: { users, workoutIds, commentIds }, viewer }: Look): string[] {
  const own = [
    ...[
      'workouts',
      'workouts/collection',
      'workouts/global-map',
      'workouts/lines',
      'explorer',
      'explorer/tiles?zoom=17',
      'explorer/regions',
      'records',
      'follow-requests',
    ],
    ...['auth/blocked-users', 'auth/profile', 'users?with_following=true&per_page=50'],
  ]
  const perUser = users.flatMap(({ username }) => [
    ...['', '/workouts', '/followers', '/following', '/sanctions'].map(
      (part) => `/api/users/${username}${part}`,
    ),
    ...['by_time', 'by_sport'].map((part) => `/api/stats/${username}/${part}`),
  ])
  const perWorkout = workoutIds.flatMap((id) =>
    ['', '/comments', '/likes', '/geojson', '/chart_data', '/analysis', '/load', '/same-route'].map(
      (part) => `/api/workouts/${id}${part}`,
    ),
  )
  const perComment = commentIds.flatMap((id) => [
    `/api/comments/${id}`,
    `/api/comments/${id}/likes`,
  ])
  // Feeds ignore the caller: they contain what an anonymous visitor may see.
  const feeds = users.flatMap(({ username }) =>
    ['rss', 'atom'].map((form) => `/users/${username}/workouts.${form}?description=true`),
  )
  return [
    ...perUser,
    ...perWorkout,
    ...perComment,
    ...(viewer === undefined ? feeds : own.map((path) => `/api/${path}`)),
  ]
}

const notificationsIn = (body: Json) => body.notifications
const workoutsIn = (body: Json) => body.data.workouts
const idsOf = (items: Json[]): string[] => items.map(({ id }) => id)
const namesOf = (users: Json[]): string[] => users.map(({ username }) => username)

describe('content that is hidden from a viewer', () => {
  test(
    'appears in no response',
    () =>
      forEveryViewer(async (look) => {
        for (const path of pathsOf(look)) await look.get(path)
        if (look.viewer !== undefined) {
          await look.getAll('/api/notifications', notificationsIn)
          await look.getAll('/api/timeline', workoutsIn)
        }
        const hidden = [...hiddenOfWorkouts(look), ...hiddenOfComments(look)]
        const found = look.heard.flatMap(({ path, text }) =>
          hidden
            .filter(([, mark]) => text.includes(mark) && !path.includes(mark))
            .map(([what]) => `${path} tells ${look.viewer} of ${what}`),
        )
        expect(found).toEqual([])
      }),
    LONG_TIME_LIMIT,
  )

  test(
    'is all that is missing from workouts, comments and their lists',
    () =>
      forEveryViewer(async (look) => {
        await expectWorkouts(look)
        await expectLatestWorkouts(look)
        if (look.viewer !== undefined) await expectTimeline(look, look.viewer)
      }),
    LONG_TIME_LIMIT,
  )

  test(
    'is all that is missing from lists of users and their counts',
    () =>
      forEveryViewer(async (look) => {
        if (look.viewer === undefined) return
        const { get, plan, world } = look
        const { body } = await get('/api/users?per_page=50')
        const shown = world.users.filter(
          (_, at) => !plan.users[at]?.suspended && !plan.users[at]?.hidden,
        )
        expect(namesOf(body.data.users).toSorted()).toEqual(namesOf(shown).toSorted())
        expect(body.pagination.total).toBe(shown.length)
        for (const at of positions(world.users)) await expectFollowers(look, at)
      }),
    LONG_TIME_LIMIT,
  )

  test(
    'appears in no notification and is not counted there',
    () =>
      forEveryViewer(async ({ world, viewer, rules, get, getAll }) => {
        if (viewer === undefined) return
        const { items, total } = await getAll('/api/notifications', notificationsIn)
        expect(items).toHaveLength(total)
        for (const { from, comment } of items) {
          const sender = world.users.findIndex(({ username }) => username === from?.username)
          expect(rules.isSuspended(sender) || rules.blocked(viewer, sender)).toBe(false)
          if (comment)
            expect(rules.seesComment(viewer, world.commentIds.indexOf(comment.id))).toBe(true)
        }
        const unread = await getAll('/api/notifications?status=unread', notificationsIn)
        expect(unread.total).toBe(total)
        expect((await get('/api/notifications/unread')).body.unread).toBe(total > 0)
      }),
    LONG_TIME_LIMIT,
  )

  test(
    'is all content for suspended users',
    () =>
      fc.assert(
        fc.asyncProperty(privatePlans, async (plan) => {
          const world = await startPrivateWorld(plan)
          for (const viewer of positions(plan.users).filter((at) => plan.users[at]?.suspended)) {
            const look = lookFrom(world, viewer, plan)
            for (const path of pathsOf(look).filter((one) => !isOpenToSuspended(one)))
              expect(await look.get(path)).toEqual({
                status: 403,
                body: {
                  message: 'you do not have permissions, your account is suspended',
                  status: 'error',
                },
              })
          }
        }),
        runs(4),
      ),
    LONG_TIME_LIMIT,
  )
})

const isOpenToSuspended = (path: string) => /\/sanctions$|\/auth\/profile$/.test(path)

/** The ids of the workouts that match, newest first. */
const workoutsWhere = ({ plan, world }: Look, isMeant: (at: number) => boolean) =>
  positions(plan.workouts)
    .filter(isMeant)
    .toReversed()
    .map((at) => world.workoutIds[at] ?? '')

async function expectWorkouts({ plan, rules, viewer, world, get }: Look) {
  const { workoutIds, commentIds } = world
  for (const [at, id] of workoutIds.entries()) {
    const status = rules.knowsWorkout(viewer, at) ? 200 : 404
    expect((await get(`/api/workouts/${id}`)).status).toBe(status)
    const comments = await get(`/api/workouts/${id}/comments`)
    expect(comments.status).toBe(status)
    if (status === 404) continue
    const visible = positions(plan.comments).filter(
      (one) => plan.comments[one]?.on === at && rules.seesComment(viewer, one),
    )
    expect(idsOf(comments.body.data.comments)).toEqual(visible.map((one) => commentIds[one] ?? ''))
  }
  for (const [at, id] of commentIds.entries()) {
    const status = rules.seesComment(viewer, at) ? 200 : 404
    expect((await get(`/api/comments/${id}`)).status).toBe(status)
  }
}

async function expectLatestWorkouts(look: Look) {
  const { plan, rules, viewer, world, get } = look
  for (const [owner, { username }] of world.users.entries()) {
    const { body } = await get(`/api/users/${username}/workouts`)
    const shown = workoutsWhere(
      look,
      (at) =>
        plan.workouts[at]?.owner === owner &&
        !plan.workouts[at]?.suspended &&
        !rules.isSuspended(owner) &&
        rules.seesWorkout(viewer, at),
    )
    expect(idsOf(workoutsIn(body))).toEqual(shown.slice(0, 5))
  }
}

async function expectTimeline(look: Look, viewer: number) {
  const { plan, rules, getAll } = look
  const isShown = (at: number) => {
    const { owner = -1, level, suspended } = plan.workouts[at] ?? {}
    if (owner === viewer) return true
    if (suspended || level === 'private') return false
    const isOpen = rules.followsOf(viewer, owner) && !rules.blocked(viewer, owner)
    return isOpen && !rules.isSuspended(owner)
  }
  const { items, total } = await getAll('/api/timeline', workoutsIn)
  const expected = workoutsWhere(look, isShown)
  expect(idsOf(items)).toEqual(expected)
  expect(total).toBe(expected.length)
}

async function expectFollowers({ rules, world: { users }, get }: Look, at: number) {
  const username = users[at]?.username
  const followers = users.filter((_, one) => rules.followsOf(one, at) && !rules.isSuspended(one))
  const followed = users.filter((_, one) => rules.followsOf(at, one) && !rules.isSuspended(one))
  const detail = (await get(`/api/users/${username}`)).body.data[0]
  for (const [side, expected] of Object.entries({ followers, following: followed })) {
    const { body } = await get(`/api/users/${username}/${side}`)
    expect(namesOf(body.data[side]).toSorted()).toEqual(namesOf(expected).toSorted())
    expect([body.pagination.total, detail[side]]).toEqual([expected.length, expected.length])
  }
}

/** Texts that must not appear for a viewer, each with a description. */
type Hidden = [what: string, mark: string][]

function hiddenOfWorkouts({ plan, rules, viewer, world: { workoutIds } }: Look): Hidden {
  return workoutIds.flatMap((id, at) => {
    const facts: [isShown: boolean, what: string, mark: string | number][] = [
      [rules.knowsWorkout(viewer, at), 'the id', id],
      [rules.seesWorkout(viewer, at), 'the title', MARKS.title(at)],
      [rules.seesMap(viewer, at), 'the map', MARKS.map(at)],
      [rules.seesAnalysis(viewer, at), 'the altitude', MARKS.altitude(at)],
      [plan.workouts[at]?.owner === viewer, 'the calories', MARKS.calories(at)],
    ]
    return facts
      .filter(([isShown]) => !isShown)
      .map(([, what, mark]): Hidden[number] => [`${what} of workout ${at}`, String(mark)])
  })
}

function hiddenOfComments({ plan, rules, viewer, world: { commentIds } }: Look): Hidden {
  return commentIds.flatMap((id, at) => {
    const sees = rules.seesComment(viewer, at)
    const { author = -1, suspended = false } = plan.comments[at] ?? {}
    const reads = sees && (!suspended || author === viewer)
    return [
      ...(sees ? [] : [[`the id of comment ${at}`, id] as Hidden[number]]),
      ...(reads ? [] : [[`the text of comment ${at}`, MARKS.text(at)] as Hidden[number]]),
    ]
  })
}
