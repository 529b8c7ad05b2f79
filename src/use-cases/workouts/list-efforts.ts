import { EFFORT_DISTANCES, EFFORT_KINDS, EFFORT_SECONDS, type EffortKind } from '@/analysis/efforts'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  ALL_TIME,
  type EffortFilter,
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/db/queries/best-efforts'
import { listPlacedEfforts } from '@/db/queries/effort-places'
import { findSport } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import type { PageRequest } from '@/db/sql'
import { invalidPayload, unknownSport, unknownWorkout } from '@/errors'
import { isOwner } from '@/policy/visibility'
import { addWeights } from './find-weights'
import { readDays } from './read-list-request'
import { requireRecorded } from './stored-recording'

/** Which of the caller's efforts are asked for; days are `YYYY-MM-DD` in the caller's time zone, both included. */
export interface EffortsRequest {
  sportId: number
  from?: string | undefined
  to?: string | undefined
}

/**
 * The caller's best effort for every target, in one sport and a time.
 *
 * @throws 404 for an unknown sport, 400 for a malformed day.
 */
export const listBestsOfSport = async (ctx: AppContext, caller: Caller, request: EffortsRequest) =>
  addWeights(ctx, caller, await listBests(ctx.db, await readFilter(ctx, caller, request)))

/** Asks for one target only. */
export interface TargetRequest {
  sportId: number
  kind: string | undefined
  /** Metres for `distance`, else seconds. */
  target: number
}

/**
 * The caller's efforts for one target, the best first, page by page.
 *
 * @throws 404 and 400 as `listBestsOfSport`, 400 for a target that is not kept.
 */
export async function rankEfforts(
  ctx: AppContext,
  caller: Caller,
  request: TargetRequest & EffortsRequest,
  page: PageRequest,
) {
  const wanted = requireTarget(request)
  const filter = await readFilter(ctx, caller, request)
  const { rows, total } = await listRankedEfforts(ctx.db, { ...filter, ...wanted }, page)
  return { rows: await addWeights(ctx, caller, rows), total }
}

/**
 * The caller's efforts for one target that were each the best so far when they were made, the latest first, page by page.
 *
 * @throws 400 and 404 as `rankEfforts`.
 */
export async function listImprovements(
  ctx: AppContext,
  caller: Caller,
  { sportId, ...request }: TargetRequest,
  page: PageRequest,
) {
  const wanted = requireTarget(request)
  if (!(await findSport(ctx.db, sportId))) throw unknownSport()
  const { userId } = caller
  const { rows, total } = await listImprovedEfforts(ctx.db, { userId, sportId, ...wanted }, page)
  return { rows: await addWeights(ctx, caller, rows), total }
}

/**
 * The efforts of one of the caller's workouts, each with its place among all of the sport, and what its charts show.
 *
 * @throws 404 for anybody else's, or without recording.
 */
export async function placeEfforts(ctx: AppContext, caller: Caller, workoutId: string) {
  const request = { visitor: caller, workoutId }
  const { workout, display } = await requireRecorded(ctx, request, {
    needs: 'analysis',
    nothing: { efforts: null },
  })
  if (!isOwner(caller, workout.user_id)) throw unknownWorkout({ efforts: null })
  const { workout_date } = workout
  const efforts = (await listPlacedEfforts(ctx.db, workout)).map((each) => ({
    ...each,
    workout_date,
  }))
  return { efforts: await addWeights(ctx, caller, efforts), display }
}

function requireTarget({ kind: word, target: asked }: Pick<TargetRequest, 'kind' | 'target'>) {
  const kind = EFFORT_KINDS.find((each) => each === word)
  const target = kind && targetsOf(kind).find((each) => Math.abs(each - asked) < 0.001)
  if (kind === undefined || target === undefined) throw invalidPayload()
  return { kind, target }
}

const targetsOf = (kind: EffortKind): readonly number[] =>
  kind === 'distance' ? EFFORT_DISTANCES : EFFORT_SECONDS[kind]

async function readFilter(
  ctx: AppContext,
  { userId }: Caller,
  { sportId, from, to }: EffortsRequest,
): Promise<EffortFilter> {
  if (!(await findSport(ctx.db, sportId))) throw unknownSport()
  const { timezone } = await getUserById(ctx.db, userId)
  const { since, before } = readDays({ from, to }, timezone, invalidPayload)
  const isSpan = since !== undefined || before !== undefined
  return {
    ...{ userId, sportId },
    span: isSpan ? { from: since ?? ALL_TIME.from, before: before ?? ALL_TIME.before } : undefined,
  }
}
