import { EXPORT_FOLDERS } from '@/domain/reference/export-files'
import { unpackedName } from '@/lib/files/gzip-name'
import type { AppContext } from '@/services/context'
import { rowsById } from '@/store/db/pages-by-id'
import type { UserRow } from '@/store/db/queries/accounts/users'
import {
  type AttachedOriginal,
  listPreviousOriginalsOf,
} from '@/store/db/queries/workouts/workout-duplicates'

const PAGE = 50

interface Deps {
  ctx: Pick<AppContext, 'db'>
  user: Pick<UserRow, 'id'>
}

/** Whether workouts of a user have additional originals. The archives of users without any match the contract. */
export const hasAdditionalFiles = async ({ ctx, user }: Deps): Promise<boolean> =>
  (await listPreviousOriginalsOf(ctx.db, { userId: user.id, after: 0, limit: 1 })).length > 0

/** Yields the additional originals of a user's workouts as the archive lists them. */
export async function* writeAdditionalFiles(deps: Deps): AsyncGenerator<unknown> {
  for await (const original of listAdditionalFiles(deps))
    yield { file: nameOf(original), workout_id: original.workout_short_id }
}

/** Yields the paths of these originals, and their names in the archive. */
export async function* listAdditionalPaths(
  deps: Deps,
): AsyncGenerator<{ path: string; name: string }> {
  for await (const original of listAdditionalFiles(deps))
    yield { path: original.path, name: nameOf(original) }
}

const nameOf = ({ path }: AttachedOriginal) =>
  `${EXPORT_FOLDERS.additionalFiles}/${unpackedName(path)}`

const listAdditionalFiles = ({ ctx, user }: Deps) =>
  rowsById((after) => listPreviousOriginalsOf(ctx.db, { userId: user.id, after, limit: PAGE }))
