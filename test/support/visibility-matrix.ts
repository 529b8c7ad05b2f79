import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { startServer } from './client'
import { aModerator, anAdmin, aUser } from './factories'
import { gpxOf } from './tracks/gpx'
import { samplePoints } from './tracks/points'
import { aBlock, aFollow } from './workouts'

/** The three visibilities of a workout as they are stored. A part may be stored as more visible than the workout. */
export interface MatrixLevels {
  workout: Visibility
  analysis: Visibility
  map: Visibility
}

/** One of the 27 workouts, which have one owner and differ in visibility and place. */
export interface MatrixWorkout extends MatrixLevels {
  id: string
  segmentId: string
  /** Texts that reveal a part of the workout wherever they appear in a response. */
  marks: Record<Part, RegExp>
}

/** The parts of a workout with separate visibilities. */
export type Part = 'workout' | 'analysis' | 'map'

export const PARTS: readonly Part[] = ['workout', 'analysis', 'map']

/** Every combination of the three visibilities. */
const COMBINATIONS: readonly MatrixLevels[] = VISIBILITIES.flatMap((workout) =>
  VISIBILITIES.flatMap((analysis) => VISIBILITIES.map((map) => ({ workout, analysis, map }))),
)

/** South of every other number in responses, a degree apart; the points differ in the third decimal. */
const latitude = (at: number) => -(51 + at) - 0.7
const longitude = (at: number) => -(101 + at) - 0.3
/** In metres, the same at every point, so that it is also the minimum and maximum altitude. */
const altitude = (at: number) => 5000.25 + 37 * at

const uploadForm = (content: string) => {
  const form = new FormData()
  form.set('file', new File([content], 'ride.gpx'))
  form.set('data', JSON.stringify({ sport_id: 1 }))
  return form
}

/** A server with the owner of the 27 workouts and viewers of each kind. */
export async function startVisibilityMatrix() {
  const server = startServer()
  const { ctx, call } = server
  const owner = await aUser(ctx, { username: 'ann' })
  const viewers: Record<string, UserRow | undefined> = {
    owner,
    follower: await aUser(ctx, { username: 'follower' }),
    stranger: await aUser(ctx, { username: 'stranger' }),
    blocked: await aUser(ctx, { username: 'blocked' }),
    moderator: await aModerator(ctx, { username: 'moderator' }),
    administrator: await anAdmin(ctx, { username: 'administrator' }),
    anonymous: undefined,
  }
  const { follower, blocked } = viewers
  if (follower) await aFollow(ctx, follower, owner)
  if (blocked) await aBlock(ctx, owner, blocked)
  const workouts: MatrixWorkout[] = []
  for (const [at, levels] of COMBINATIONS.entries()) {
    const day = new Date(Date.UTC(2024, 0, 1 + at, 8)).getTime()
    const points = samplePoints(20, (index) => ({
      lat: (latitude(at) - index / 10_000).toFixed(4),
      lon: (longitude(at) - index / 10_000).toFixed(4),
      ele: altitude(at),
      time: new Date(day + index * 1000).toISOString(),
    }))
    const { body } = await call('POST', '/api/workouts', {
      as: owner,
      body: uploadForm(gpxOf(points)),
    })
    const [{ id, segments }] = body.data.workouts
    await call('PATCH', `/api/workouts/${id}`, { as: owner, json: { title: titleOf(at) } })
    workouts.push({ ...levels, id, segmentId: segments[0].segment_id, marks: marksOf(at, id) })
  }
  // The API would limit a part that is more visible than its workout; rows of earlier releases may contain any
  // combination.
  for (const { id, workout, analysis, map } of workouts)
    await ctx.db
      .updateTable('workouts')
      .set({ workout_visibility: workout, analysis_visibility: analysis, map_visibility: map })
      .where('short_id', '=', id)
      .execute()
  await writeTo(ctx.db, (tx) => rebuildSums(tx, owner.id))
  return { ...server, workouts, viewers }
}

const titleOf = (at: number) => `matrix-${String(at).padStart(2, '0')}`

const marksOf = (at: number, id: string): MatrixWorkout['marks'] => ({
  workout: new RegExp(`${titleOf(at)}|${id}`),
  analysis: new RegExp(`\\b${altitude(at)}\\b`),
  map: new RegExp(`${latitude(at)}\\d|${longitude(at)}\\d`),
})

/** Whether a viewer may see something with a visibility, as documented. */
function seesLevel(viewer: string, level: Visibility): boolean {
  if (viewer === 'owner') return true
  if (viewer === 'blocked' || level === 'private') return false
  return level === 'public' || viewer === 'follower'
}

/** Whether a viewer may see a part, as documented: the analysis requires the workout, the map requires both. */
export function seesPart(viewer: string, levels: MatrixLevels, part: Part): boolean {
  const needed = PARTS.slice(0, PARTS.indexOf(part) + 1)
  return needed.every((one) => seesLevel(viewer, levels[one]))
}
