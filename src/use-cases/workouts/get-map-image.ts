import { stat } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { listMapFiles } from '@/db/queries/workouts'
import { notFound } from '@/errors'

/** A stored map image. */
export interface StoredMapImage {
  path: string
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
}

/**
 * The map image with an id. Whoever knows the id may see it; workouts with equal images share one, each with a file
 * of its own.
 *
 * @throws 404 when no workout has such an image, or when its file is gone.
 */
export async function getMapImage(ctx: AppContext, mapId: string): Promise<StoredMapImage> {
  const files = await listMapFiles(ctx.db, mapId)
  if (files.length === 0) throw notFound('Map does not exist.')
  for (const file of files) {
    const path = ctx.files.pathOf(file)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return { path, modifiedAt: found.mtimeMs }
  }
  throw notFound('Map file does not exist.')
}
