import type { Measurements } from '@/domain/reference/measurements'
import { AppError, badRequest } from '@/lib/errors'
import { isTransient } from '@/lib/system-errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { measurementsOf } from '@/services/recordings/measure-recording'
import { transact } from '@/store/db/connections/transact'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import {
  findRemeasurement,
  findShortestRemeasurement,
  listNextToMeasure,
  type RemeasurementRow,
  replaceRemeasurement,
  updateRemeasurement,
} from '@/store/db/queries/workouts/remeasurements'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson, type MeasuringFailure, toJson } from '@/store/db/schema/columns'
import { refreshInBatches } from './refresh-in-batches'

/** Number of failures whose workouts are recorded; further ones are only counted. */
const MAX_FAILURES = 20
/** A recording is skipped once the server has stopped this many times while measuring it. */
const MAX_ATTEMPTS = 3

/** How the recordings of an account are measured, and the last request to measure all of them again. */
export interface MeasurementsState {
  current: Measurements
  preference: Measurements | null
  server: Measurements
  remeasurement: RemeasurementRow | undefined
}

/** Returns how the caller's recordings are measured. */
export const readMeasurements = async (
  ctx: AppContext,
  { userId }: Caller,
): Promise<MeasurementsState> => {
  const user = await getUserById(ctx.db, userId)
  return stateOf(ctx, user, await findRemeasurement(ctx.db, userId))
}

const stateOf = (
  { config }: Pick<AppContext, 'config'>,
  user: UserRow,
  remeasurement: RemeasurementRow | undefined,
): MeasurementsState => ({
  current: measurementsOf(config, user),
  preference: user.measurements,
  server: config.measurements,
  remeasurement,
})

/**
 * Requests measuring all of the caller's recordings again in the background. Returns the state with the open request if
 * there is one for the current preference.
 */
export const requestRemeasurement = (
  ctx: AppContext,
  { userId }: Caller,
): Promise<MeasurementsState> =>
  transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, userId)
    const measurements = measurementsOf(ctx.config, user)
    const last = await findRemeasurement(tx.db, userId)
    if (last && last.ended_at === null && last.measurements === measurements)
      return stateOf(ctx, user, last)
    const now = tx.clock.now()
    return stateOf(ctx, user, await replaceRemeasurement(tx.db, userId, { measurements, now }))
  })

/** Aborts the caller's open request. Recordings that were measured so far stay as they are. @throws 400 without one. */
export const abortRemeasurement = (
  ctx: AppContext,
  { userId }: Caller,
): Promise<MeasurementsState> =>
  transact(ctx, async (tx) => {
    const last = await findRemeasurement(tx.db, userId)
    if (last?.ended_at !== null) throw badRequest('workouts are not being measured')
    await updateRemeasurement(tx.db, userId, { is_aborted: 1, ended_at: tx.clock.now() })
    return stateOf(ctx, await getUserById(tx.db, userId), await findRemeasurement(tx.db, userId))
  })

/** Measures the next recording that a user has requested to measure again. Returns whether there was one. */
export async function remeasureNext(ctx: AppContext): Promise<boolean> {
  const request = await findShortestRemeasurement(ctx.db)
  if (!request) return false
  const { user_id: userId } = request
  const measurements = measurementsOf(ctx.config, await getUserById(ctx.db, userId))
  if (measurements !== request.measurements) {
    // The setting was changed meanwhile, so that the recordings measured so far are measured once more.
    const now = ctx.clock.now()
    await transact(ctx, ({ db }) => replaceRemeasurement(db, userId, { measurements, now }))
    return true
  }
  const [workout, following] = await listNextToMeasure(ctx.db, request)
  const failure = workout && (await measure(ctx, request, workout))
  await transact(ctx, async ({ db, clock }) => {
    const current = await findRemeasurement(db, userId)
    if (!current || !isSameRequest(current, request)) return
    await updateRemeasurement(db, userId, {
      ...(workout && progressAfter(current, failure)),
      next_date: following?.workout_date ?? null,
      next_id: following?.id ?? null,
      ...(!following && { ended_at: clock.now() }),
    })
  })
  return true
}

/** False once a request was aborted or replaced. */
const isSameRequest = (current: RemeasurementRow, request: RemeasurementRow): boolean =>
  current.ended_at === null &&
  current.started_at === request.started_at &&
  current.measurements === request.measurements &&
  current.next_id === request.next_id

function progressAfter(
  { done, failed, failures }: RemeasurementRow,
  failure: MeasuringFailure | undefined,
) {
  const progress = { attempts: 0, done: done + 1 }
  if (!failure) return progress
  const listed = [...fromJson(failures), failure].slice(0, MAX_FAILURES)
  return { ...progress, failed: failed + 1, failures: toJson(listed) }
}

/** The options of `milepost workouts refresh` by default: the sport, weather and elevations stay. */
const OPTIONS = {
  ...{ newSport: undefined, onFileError: undefined },
  ...{ withWeather: false, withElevation: false, withoutFile: false },
}

/** Measures the recording of a workout again. Returns why it did not change. @throws transient errors */
async function measure(
  ctx: AppContext,
  { attempts, user_id: userId }: RemeasurementRow,
  { id, short_id: workout }: WorkoutRow,
): Promise<MeasuringFailure | undefined> {
  if (attempts >= MAX_ATTEMPTS)
    return { workout, error: 'the server stopped while measuring this recording' }
  const begin = { attempts: attempts + 1 }
  await transact(ctx, ({ db }) => updateRemeasurement(db, userId, begin), { syncedLater: true })
  for await (const [refreshed] of refreshInBatches(ctx, [id], OPTIONS)) {
    if (!refreshed || !('error' in refreshed)) continue
    if (isTransient(refreshed.error)) throw refreshed.error
    ctx.log.warn({ err: refreshed.error, workout }, 'a recording could not be measured again')
    return { workout, error: describeError(refreshed.error) }
  }
  return undefined
}

function describeError(error: unknown): string {
  if (error instanceof AppError && 'message' in error.body) return String(error.body.message)
  return 'the recording could not be measured'
}
