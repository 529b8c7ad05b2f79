import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { listAllSports } from '@/db/queries/sports'
import { getUserById, type UserRow } from '@/db/queries/users'
import { findWorkout } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { planForNew } from '@/elevation/plan'
import { badRequest, invalidPayload, notFoundInList } from '@/errors'
import { sync } from '@/lib/sync'
import { extensionOf } from '@/storage/upload-names'
import { LONGEST_PROLOGUE, recogniseFormat } from '@/tracks/formats/recognise'
import { TRACK_ERRORS } from '@/tracks/track-error'
import { areMeasuredAlike, measureRecording } from '@/use-cases/workouts/measure-recording'
import {
  equipmentsForNew,
  requireSport,
  requireSportsIn,
  requireTimes,
} from '@/use-cases/workouts/workout-fields'
import { loadView } from '@/views/workout'
import { formOnceRead, PLAIN } from '@/workers/recording-form'
import type { MeasuredTrack } from '@/workers/track-job'
import { entryOf, saveReport } from './import-report'
import { chooseSport, sportUnknown } from './sport-of-recording'
import { type Stored, storeOne } from './store-judged'
import type {
  ArrivedFile,
  Import,
  MeasuredRecording,
  ReadRecording,
  Wanted,
} from './store-recording'

/**
 * Creates a workout from one uploaded recording, unless it repeats one and the data say to do something else with those.
 * Answers the workout that it is now, and what became of the file.
 *
 * @throws 400 for the first problem, in this order: kind of file, sport, equipment, content.
 */
export async function createFromFile(
  ctx: AppContext,
  caller: Caller,
  { file, data }: { file: ArrivedFile; data: UploadData },
) {
  const hasSport = data.sport_id !== undefined
  await requireRecording(file).catch((error) => {
    throw hasSport ? error : invalidPayload()
  })
  const sport = hasSport ? await requireSport(ctx, data.sport_id) : undefined
  await requireSportsIn(ctx, data)
  const user = await getUserById(ctx.db, caller.userId)
  const equipments = sport && {
    equipments: await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids }),
  }
  const wanted = {
    user,
    sport,
    data,
    file: { ...file, form: PLAIN },
    withWeather: true,
    ...equipments,
  }
  const { stored, result: report } = await storeOne(
    ctx,
    await readWanted(ctx, wanted),
    (tx, stored) => reportChange(tx, { userId: user.id, file, stored }),
  )
  const workout = stored.row ?? (await findWorkout(ctx.db, stored.workout.short_id))
  if (!workout) throw notFoundInList('workouts')
  return { view: await loadView(ctx, caller, workout), stored, report }
}

/** Keeps a report of a recording that changed a workout, so that this can be undone; answers its short id. */
async function reportChange(
  tx: InTransaction<AppContext>,
  { userId, file, stored }: { userId: number; file: ArrivedFile; stored: Stored },
): Promise<string | null> {
  if (stored.original === undefined) return null
  const start = { userId, name: file.name, isAtOnce: true }
  return saveReport(tx, start, [entryOf({ file, stored })])
}

/** The sport that rules the first reading of a recording whose own is not known yet: the first of all. */
const FIRST_SPORT = 1

/**
 * Reads and measures one recording, as the sport it is said to be or names itself.
 *
 * @throws 400 with the reason why the file cannot be used, or that its sport is not known, 500 when a configured
 *   service fails.
 */
export async function readWanted(ctx: AppContext, wanted: Wanted): Promise<ReadRecording> {
  const { sport: said, fallback, ...rest } = wanted
  const { user, data } = wanted
  if (said) {
    const given = { ...rest, sport: said, equipments: wanted.equipments ?? [] }
    return { given, measured: await readRecording(ctx, given) }
  }
  const sports = await listAllSports(ctx.db)
  const first = sports.find(({ id }) => id === FIRST_SPORT) ?? fallback
  if (!first) throw invalidPayload()
  const { file } = wanted
  const provisional = {
    user,
    sport: first,
    file,
    urgency: wanted.urgency,
    ...readingOptions(data, user),
  }
  const looked = await measureRecording(ctx, { ...provisional, elevations: { use: 'file' } })
  const chosen = await chooseSport(ctx, { userId: user.id, data }, looked.sport)
  const sport = chosen.sport ?? fallback
  if (!sport) throw sportUnknown(looked.sport)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids })
  // It is in its file by now, also if it was packed.
  const given = { ...rest, sport, equipments, file: { ...file, form: formOnceRead(file.form) } }
  const isMeasured =
    planOf(ctx, user).use === 'file' && (await areMeasuredAlike(ctx, user, [first, sport]))
  const reading = isMeasured ? Promise.resolve(looked) : undefined
  return { given, measured: await readRecording(ctx, given, reading) }
}

const planOf = ({ config }: Pick<AppContext, 'config'>, user: UserRow) =>
  planForNew(user.missing_elevations_processing, config.elevation)

const readingOptions = (data: UploadData, user: UserRow) => ({
  acceptPartial: data.accept_partial === true,
  times: data.workout_date || data.duration ? requireTimes(data, user) : undefined,
})

/** @throws 400 for a file whose first bytes are not those of a recording or archive, as its name claims. */
export async function requireRecording({ path, name }: ArrivedFile): Promise<void> {
  const start = await Bun.file(path).slice(0, LONGEST_PROLOGUE).bytes()
  const extension = extensionOf(name)
  const format = recogniseFormat(start, extension)
  if (!format || (extension === 'zip' && format !== 'kmz'))
    throw badRequest(TRACK_ERRORS.invalidFile)
}

/**
 * Reads and measures one recording, unless that is done already; its file is on disk then, and nothing else stored yet.
 *
 * @throws 400 with the reason why the file cannot be used, 500 when a configured service fails.
 */
async function readRecording(
  ctx: AppContext,
  given: Import,
  measured?: Promise<MeasuredTrack>,
): Promise<MeasuredRecording> {
  const { user, sport, data, file, urgency } = given
  const how = { elevations: planOf(ctx, user), urgency, ...readingOptions(data, user) }
  const reading = measured ?? measureRecording(ctx, { user, sport, file, ...how })
  const written = 'place' in file.form ? reading.then(() => sync(file.path)) : sync(file.path)
  const [track] = await Promise.all([reading, written])
  const weather = await ctx.weather.around(given.withWeather ? track.ends : null)
  return { track, weather }
}
