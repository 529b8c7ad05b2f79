import { rm, writeFile } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { internal } from '@/errors'
import { extensionOf, uploadPath } from '@/storage/upload-names'

/** Files of a workout below the uploads folder. */
export interface StoredFiles {
  original: string
  map: string | null
}

/** What is to be kept of a recording. */
interface FilesOfRecording {
  userId: number
  sportId: number
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  /** Where the original has arrived, and the name that came with it. */
  file: { path: string; name: string }
  /** The image of its map. */
  image: Uint8Array | null
}

/**
 * Moves an original and its map image to where they are kept.
 *
 * @throws 500 when one of them cannot be written; then none is kept.
 */
export async function storeFiles(
  ctx: Pick<AppContext, 'files' | 'ids'>,
  recording: FilesOfRecording,
): Promise<StoredFiles> {
  const { file, image } = recording
  const pathFor = (extension: string) =>
    uploadPath({ ...recording, extension, random: ctx.ids.secret(8) })
  const stored: StoredFiles = {
    original: pathFor(extensionOf(file.name)),
    map: image && pathFor('png'),
  }
  try {
    await ctx.files.keep(file.path, stored.original)
    if (image && stored.map) await storeImage(ctx, image, stored.map)
    return stored
  } catch (cause) {
    await discardFiles(ctx, stored)
    throw Object.assign(internal('error when storing workout file'), { cause })
  }
}

async function storeImage(ctx: Pick<AppContext, 'files'>, image: Uint8Array, path: string) {
  const incoming = ctx.files.incoming()
  try {
    await writeFile(incoming, image)
    await ctx.files.keep(incoming, path)
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

/** Removes files of a workout that was not stored, or is gone. */
export async function discardFiles(
  ctx: Pick<AppContext, 'files'>,
  { original, map }: StoredFiles,
): Promise<void> {
  for (const file of [original, map]) if (file) await ctx.files.remove(file)
}
