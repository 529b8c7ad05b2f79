import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteLeftovers, uniqueName } from '@/lib/process/process-name'

/**
 * Creates a temporary folder that only this user can read. Deletes those that killed processes have left behind,
 * because they contain copies of the database.
 */
export async function createScratchFolder(parent: string, prefix: string): Promise<string> {
  // /tmp may contain folders of other users, which cannot be deleted.
  await deleteLeftovers(parent, prefix).catch(() => undefined)
  const folder = join(parent, uniqueName(prefix))
  await mkdir(folder, { mode: 0o700 })
  return folder
}
