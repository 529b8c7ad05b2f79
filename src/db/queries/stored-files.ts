import type { Db } from '@/db/open'

/** Every file that a row refers to, below the uploads folder: originals (also those kept beside others), map images, pictures, archives. */
export async function listStoredFiles(db: Db): Promise<Set<string>> {
  const workouts = db
    .selectFrom('workouts')
    .select('original_file as path')
    .unionAll(db.selectFrom('workouts').select('map_file as path'))
  const rows = await workouts
    .unionAll(db.selectFrom('users').select('picture as path'))
    .unionAll(db.selectFrom('kept_originals').select('path'))
    .unionAll(db.selectFrom('user_tasks').select('file_path as path'))
    .execute()
  return new Set(rows.flatMap(({ path }) => path ?? []))
}
