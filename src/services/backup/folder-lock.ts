import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLockFile } from '@/lib/files/lock-file'
import { HOUR } from '@/lib/time/clock'
import { BACKUP, CONTENTS, PARTIAL } from './folder'
import { BackupError } from './manifest'

/** Lock file with the name of the process that works in a folder. */
const IN_USE = '.in-use'

/**
 * Runs `work` while this process has a lock on a folder of backups: one backup may rely on contents that another would
 * delete with old backups. Deletes the remains of interrupted backups first.
 *
 * @throws BackupError when another process has the lock.
 */
export async function inFolder<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = join(folder, IN_USE)
  // The folder may be on a NAS that other machines use too.
  const lock = await acquireLockFile(mark, { timeout: 0, staleTimeout: HOUR })
  if (!('release' in lock))
    throw new BackupError(
      `Another backup is being made in ${folder}: wait for it, or remove ${mark} if there is none.`,
      { kind: 'locked' },
    )
  try {
    await removePartial(folder)
    return await work()
  } finally {
    lock.release()
  }
}

/** Deletes the partial files of backups only. Nightly copies of the database in the same folder have other names. */
async function removePartial(folder: string): Promise<void> {
  const contents = join(folder, CONTENTS)
  for (const name of await readdir(folder))
    if (name.startsWith(PARTIAL) && BACKUP.test(name.slice(PARTIAL.length)))
      await rm(join(folder, name), { recursive: true, force: true })
  for (const name of await readdir(contents).catch(() => []))
    if (name.startsWith(PARTIAL)) await rm(join(contents, name), { force: true })
}
