import {
  EFFORT_DISTANCES,
  EFFORT_KINDS,
  EFFORT_SECONDS,
  type EffortKind,
} from '@/domain/analysis/efforts'
import { isImplausible } from '@/domain/records/plausible-efforts'
import { invalidPayload, unknownSport, unknownWorkout } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { hasEffortsOf } from '@/policy/sport-display'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findSport } from '@/store/db/queries/catalogue/sports'
import {
  ALL_TIME,
  type EffortFilter,
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/store/db/queries/workouts/best-efforts'
import { listPlacedEfforts } from '@/store/db/queries/workouts/effort-places'
import {
  type EffortTarget,
  listExcludedEfforts,
} from '@/store/db/queries/workouts/excluded-efforts'
import type { PageRequest } from '@/store/db/sql'
import { addWeights } from '@/use-cases/workouts/measure/find-weights'
import { locomotionOf } from '@/use-cases/workouts/measure/locomotion'
import { requireRecorded } from '@/use-cases/workouts/measure/stored-recording'
import { readDays } from './read-list-request'

/** A request for the caller's efforts. Days are `YYYY-MM-DD` in the caller's time zone, both inclusive. */
export interface EffortsRequest {
  sportId: number
  from?: string | undefined
  to?: string | undefined
}

/**
 * Returns the caller's best effort for every target in a sport, in a range of days.
 *
 * @throws 404 when the sport is unknown, 400 when a day is malformed.
 */
export async function listBestsOfSport(ctx: AppContext, caller: Caller, request: EffortsRequest) {
  const bests = await listBests(ctx.db, await readFilter(ctx, caller, request))
  return addWeights(ctx, caller, ofSport(request.sportId, bests))
}

/** Removes the efforts of kinds that the sport does not have. */
const ofSport = <Row extends { kind: EffortKind }>(sportId: number, rows: readonly Row[]): Row[] =>
  rows.filter(({ kind }) => hasEffortsOf(sportId, kind))

const NO_EFFORTS = { rows: [], total: 0 }

/** A request for a single target. */
export interface TargetRequest {
  sportId: number
  kind: string | undefined
  /** Metres for `distance`, seconds for other kinds. */
  target: number
}

/**
 * Returns one page of the caller's efforts for one target, best first.
 *
 * @throws 404 and 400 as `listBestsOfSport`, 400 when the target is not supported.
 */
export async function rankEfforts(
  ctx: AppContext,
  caller: Caller,
  request: TargetRequest & EffortsRequest,
  page: PageRequest,
) {
  const wanted = requireTarget(request)
  const filter = await readFilter(ctx, caller, request)
  if (!hasEffortsOf(request.sportId, wanted.kind)) return NO_EFFORTS
  const { rows, total } = await listRankedEfforts(ctx.db, { ...filter, ...wanted }, page)
  return { rows: await addWeights(ctx, caller, rows), total }
}

/**
 * Returns one page of the caller's efforts that were each the best until then, latest first.
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
  if (!hasEffortsOf(sportId, wanted.kind)) return NO_EFFORTS
  const { userId } = caller
  const { rows, total } = await listImprovedEfforts(ctx.db, { userId, sportId, ...wanted }, page)
  return { rows: await addWeights(ctx, caller, rows), total }
}

/**
 * Returns the efforts of one of the caller's workouts, each with its rank in the sport and whether it is implausible, the
 * targets of its excluded efforts, and the permissions for charts.
 *
 * @throws 404 when the workout belongs to another user or has no recording.
 */
export async function placeEfforts(ctx: AppContext, caller: Caller, workoutId: string) {
  const request = { visitor: caller, workoutId }
  const { workout, display } = await requireRecorded(ctx, request, {
    needs: 'analysis',
    nothing: { efforts: null },
  })
  if (!isOwner(caller, workout.user_id)) throw unknownWorkout({ efforts: null })
  const { workout_date } = workout
  const locomotion = locomotionOf(workout.sport_id)
  const placed = ofSport(workout.sport_id, await listPlacedEfforts(ctx.db, workout))
  const efforts = placed.map((each) => ({
    ...each,
    workout_date,
    isImplausible: isImplausible(each, locomotion),
  }))
  const excluded = await listExcludedEfforts(ctx.db, workout.id)
  return { efforts: await addWeights(ctx, caller, efforts), excluded, display }
}

/** @throws 400 when the target is not supported */
export function requireTarget({
  kind: word,
  target: asked,
}: Pick<TargetRequest, 'kind' | 'target'>): EffortTarget {
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
