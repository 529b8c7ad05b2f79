import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { getUserById, type UserRow } from '@/db/queries/users'
import { planForNew } from '@/elevation/plan'
import { badRequest, invalidPayload } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { LONGEST_PROLOGUE, recogniseFormat } from '@/tracks/formats/recognise'
import { TRACK_ERRORS } from '@/tracks/track-error'
import { requireWorkoutDate } from '@/use-cases/workouts/enter-workout'
import { measureRecording } from '@/use-cases/workouts/measure-recording'
import { equipmentsForNew, requireSport } from '@/use-cases/workouts/workout-fields'
import { loadView } from '@/views/workout'
import {
  type ArrivedFile,
  type Import,
  type MeasuredRecording,
  storeRecording,
} from './store-recording'

/**
 * Creates a workout from one uploaded recording.
 *
 * @throws 400 for the first problem, in this order: kind of file, sport, equipment, content.
 */
export async function createFromFile(
  ctx: AppContext,
  caller: Caller,
  { file, data }: { file: ArrivedFile; data: UploadData },
) {
  await requireRecording(file)
  const sport = await requireSport(ctx, data.sport_id)
  const user = await getUserById(ctx.db, caller.userId)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids })
  const given = { user, sport, data, equipments, file, withWeather: true }
  const measured = await readRecording(ctx, given)
  const workout = await storeRecording(ctx, given, measured)
  return loadView(ctx, caller, workout)
}

/** @throws 400 for a file whose first bytes are not those of a recording or archive, as its name claims. */
export async function requireRecording({ path, name }: ArrivedFile): Promise<void> {
  const start = await Bun.file(path).slice(0, LONGEST_PROLOGUE).bytes()
  const extension = extensionOf(name)
  const format = recogniseFormat(start, extension)
  if (!format || (extension === 'zip' && format !== 'kmz'))
    throw badRequest(TRACK_ERRORS.invalidFile)
}

/** The times of a track that has none. @throws 400 for a date of another form, or a duration that is none */
function timesOf({ workout_date: date, duration }: UploadData, user: UserRow) {
  if (!date && !duration) return undefined
  if (!date || !duration || !(duration > 0)) throw invalidPayload()
  return { start: requireWorkoutDate(date, user), duration: Math.floor(duration) }
}

/**
 * Reads and measures one recording, whose file is on disk then; nothing else is stored yet.
 *
 * @throws 400 with the reason why the file cannot be used, 500 when a configured service fails.
 */
export async function readRecording(ctx: AppContext, given: Import): Promise<MeasuredRecording> {
  const { user, sport, data } = given
  const elevations = planForNew(user.missing_elevations_processing, ctx.config.elevation)
  const file = { ...given.file, isNew: true }
  const acceptPartial = data.accept_partial === true
  const times = timesOf(data, user)
  const recording = { user, sport, file, elevations, acceptPartial, times }
  const track = await measureRecording(ctx, recording)
  const weather = await ctx.weather.around(given.withWeather ? track.ends : null)
  return { track, weather }
}
