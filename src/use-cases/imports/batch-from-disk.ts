import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { isArchive, isRecording, openArchive, requireWithinLimits } from './archive'
import { archiveBatch } from './import-archive'
import type { Batch, Prepared } from './read-ahead'
import type { PackedFile } from './unpack'

/** Recordings on the server's disk; must be closed after the import. */
export interface OpenBatch {
  batch: Batch
  close: () => void
}

/**
 * The recordings below a folder, in an archive, or a single one.
 *
 * @throws 400 for an archive that an upload would refuse as well; a system error for a path that is not there.
 */
export async function batchFromDisk(
  ctx: AppContext,
  path: string,
  prepared: Prepared,
): Promise<OpenBatch> {
  const limits = await getAppConfig(ctx.db)
  const mostBytes = limits.max_single_file_size
  const nothing = () => undefined
  const facts = await stat(path)
  if (facts.isDirectory())
    return { batch: { prepared, mostBytes, files: await filesBelow(path) }, close: nothing }
  if (!isArchive(path))
    return {
      batch: { prepared, mostBytes, files: [fileAt(path, path, facts.size)] },
      close: nothing,
    }
  const archive = await openArchive(path)
  try {
    requireWithinLimits(archive, limits)
  } catch (error) {
    archive.close()
    throw error
  }
  return { batch: archiveBatch(archive, prepared, mostBytes), close: () => archive.close() }
}

/** In the order of their paths; links are not followed. */
async function filesBelow(folder: string): Promise<PackedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isRecording(relative(folder, path)))
    .toSorted()
  return Promise.all(
    paths.map(async (path) => fileAt(path, relative(folder, path), (await stat(path)).size)),
  )
}

const fileAt = (path: string, name: string, packedSize: number): PackedFile => ({
  name,
  packedSize,
  open: async () => createReadStream(path),
})
