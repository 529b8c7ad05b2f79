import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MINUTE } from '@/lib/clock'
import { isRunning, processName } from '@/lib/process-name'
import { makeFolder } from '@/lib/sync'
import { BACKUP, CONTENTS, PARTIAL } from './folder'
import { BackupError } from './manifest'

/** Names the process that works in a folder, and is touched as long as it does. */
const IN_USE = '.in-use'
/** Milliseconds between two touches, and after which a process of another machine, or container, is taken for dead. */
const HEARTBEAT = MINUTE
const SILENT = 60 * MINUTE

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
  await makeFolder(folder, 0o700)
  const mark = join(folder, IN_USE)
  await take(folder, mark)
  const touch = () => void utimes(mark, new Date(), new Date()).catch(() => undefined)
  const heartbeat = setInterval(touch, HEARTBEAT).unref()
  try {
    await removePartial(folder)
    return await work()
  } finally {
    clearInterval(heartbeat)
    await rm(mark, { force: true })
  }
}

async function take(folder: string, mark: string): Promise<void> {
  while (!(await isMade(mark))) {
    if (await isHeld(mark))
      throw new BackupError(
        `Another backup is being made in ${folder}: wait for it, or remove ${mark} if there is none.`,
      )
    await rm(mark, { force: true })
  }
}

const isMade = (mark: string): Promise<boolean> =>
  writeFile(mark, processName(), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Whether the process that a mark names may still be at work. */
async function isHeld(mark: string): Promise<boolean> {
  const facts = await stat(mark).catch(() => undefined)
  if (!facts) return false
  const isKnown = isRunning(await readFile(mark, 'utf8').catch(() => ''))
  return isKnown ?? Date.now() - facts.mtimeMs < SILENT
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
