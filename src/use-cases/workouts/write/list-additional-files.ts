import type { Db } from '@/store/db/connections/open'
import { listPhotoFiles } from '@/store/db/queries/photos/photos'
import { listPreviousOriginals } from '@/store/db/queries/workouts/workout-duplicates'

/** Lists the files of a workout that are not in its own columns: previous originals, and photos in all sizes. */
export const listAdditionalFiles = async (db: Db, workoutId: number): Promise<string[]> => [
  ...(await listPreviousOriginals(db, workoutId)),
  ...(await listPhotoFiles(db, workoutId)),
]
