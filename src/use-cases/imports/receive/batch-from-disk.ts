import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { isArchive, isRecording, openArchive, requireWithinLimits } from './archive'
import { archiveBatch } from './import-archive'
import type { ImportOptions } from './prepare-workout'
import type { Batch } from './read-ahead'
import type { PackedUpload } from './unpack'

/** Recordings on the server's disk. The caller must close it after the import. */
export interface OpenBatch {
  batch: Batch
  close: () => void
}

/**
 * Opens a file, an archive, or all recordings in a folder.
 *
 * @throws 400 when an uploaded archive would be rejected too; a system error when the path does not exist.
 */
export async function batchFromDisk(
  ctx: AppContext,
  path: string,
  options: ImportOptions,
): Promise<OpenBatch> {
  const limits = await getAppConfig(ctx.db)
  const maxBytes = limits.max_single_file_size
  const nothing = () => undefined
  const facts = await stat(path)
  if (facts.isDirectory())
    return { batch: { options, maxBytes, uploads: await uploadsBelow(path) }, close: nothing }
  if (!isArchive(path))
    return {
      batch: { options, maxBytes, uploads: [uploadAt(path, path, facts.size)] },
      close: nothing,
    }
  const archive = await openArchive(path)
  try {
    requireWithinLimits(archive, limits)
  } catch (error) {
    archive.close()
    throw error
  }
  return { batch: archiveBatch(archive, options, maxBytes), close: () => archive.close() }
}

/** Sorted by path; does not follow links. */
async function uploadsBelow(folder: string): Promise<PackedUpload[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isRecording(relative(folder, path)))
    .toSorted()
  return Promise.all(
    paths.map(async (path) => uploadAt(path, relative(folder, path), (await stat(path)).size)),
  )
}

const uploadAt = (path: string, name: string, packedSize: number): PackedUpload => ({
  name,
  packedSize,
  open: async () => createReadStream(path),
})
