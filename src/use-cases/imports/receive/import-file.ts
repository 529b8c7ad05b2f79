import { invalidPayload, notFoundInList } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Upload } from '@/services/workers/upload'
import type { InTransaction } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { queueStoredEvents } from '@/use-cases/imports/store/queue-stored-events'
import { type StoreResult, storeOne } from '@/use-cases/imports/store/store-workouts'
import { entriesOfFile, saveReport } from '@/use-cases/imports/tasks/import-report'
import { loadView } from '@/use-cases/views/workout'
import { requirePhotoIds, setPhotos } from '@/use-cases/workouts/photos/attach-photos'
import {
  equipmentsForNew,
  requireSport,
  requireSportsIn,
} from '@/use-cases/workouts/write/workout-fields'
import { prepareWorkout } from './prepare-workout'
import { requireRecording } from './unpack'
import type { UploadData } from './upload-data'

/**
 * Creates workouts from one uploaded recording: one, or one for each leg. If a recording repeats a stored workout,
 * follows the duplicate policy in `data`. Returns the resulting workouts and what was stored, in order.
 *
 * @throws 400 with the first problem, in this order: type of file, sport, equipment, content.
 */
export async function createFromFile(
  ctx: AppContext,
  caller: Caller,
  { upload, data }: { upload: Upload; data: UploadData },
) {
  const hasSport = data.sport_id !== undefined
  await requireRecording(upload).catch((error) => {
    throw hasSport ? error : invalidPayload()
  })
  const sport = hasSport ? await requireSport(ctx, data.sport_id) : undefined
  await requireSportsIn(ctx, data)
  const photoIds = requirePhotoIds(data.media_attachment_ids)
  const user = await getUserById(ctx.db, caller.userId)
  const equipments = sport && {
    equipments: await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids }),
  }
  const options = { user, sport, data, withWeather: true, ...equipments }
  const { stored, result } = await storeOne(
    ctx,
    await prepareWorkout(ctx, upload, options),
    async (tx, stored) => {
      const [first] = stored
      const attached = photoIds && first?.row ? await setPhotos(tx, first.row, photoIds) : undefined
      await queueStoredEvents(tx, stored)
      const id = await saveChangeReport(tx, { userId: user.id, upload, stored })
      return { id, attached }
    },
  )
  const views = []
  for (const { row, workout } of stored) {
    const known = row?.id === result.attached?.id ? result.attached : row
    const found = known ?? (await findWorkout(ctx.db, workout.short_id))
    if (!found) throw notFoundInList('workouts')
    views.push(await loadView(ctx, caller, found))
  }
  return { views, stored, report: result.id }
}

/**
 * Saves a report of a recording that replaced another one, so that the change can be undone. Returns its short id; null
 * when there is nothing to undo.
 */
async function saveChangeReport(
  tx: InTransaction<AppContext>,
  { userId, upload, stored }: { userId: number; upload: Upload; stored: readonly StoreResult[] },
): Promise<string | null> {
  if (stored.every(({ original }) => original === undefined)) return null
  const start = { userId, name: upload.name, isAtOnce: true }
  return saveReport(
    tx,
    start,
    stored.flatMap((each) => entriesOfFile({ file: upload, stored: each })),
  )
}
