import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '@/lib/clock'
import { holdFile } from '@/lib/held-file'
import { BACKUP, CONTENTS, PARTIAL } from './folder'
import { BackupError } from './manifest'

/** Names the process that works in a folder. */
const IN_USE = '.in-use'

/**
 * Works in a folder of backups while nobody else does: what one backup has begun to rely on, another one that removes old
 * ones would take for what nobody needs. What was left there by one that did not come to its end is removed.
 *
 * @throws BackupError when somebody else does.
 */
export async function inFolder<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = join(folder, IN_USE)
  // The folder may be that of a NAS, which other machines use too.
  const taken = await holdFile(mark, { patience: 0, trustStrangers: HOUR })
  if (!('release' in taken))
    throw new BackupError(
      `Another backup is being made in ${folder}: wait for it, or remove ${mark} if there is none.`,
    )
  try {
    await removePartial(folder)
    return await work()
  } finally {
    taken.release()
  }
}

/** The copies of the database that are made there by the clock have other names. */
async function removePartial(folder: string): Promise<void> {
  const contents = join(folder, CONTENTS)
  for (const name of await readdir(folder))
    if (name.startsWith(PARTIAL) && BACKUP.test(name.slice(PARTIAL.length)))
      await rm(join(folder, name), { recursive: true, force: true })
  for (const name of await readdir(contents).catch(() => []))
    if (name.startsWith(PARTIAL)) await rm(join(contents, name), { force: true })
}
