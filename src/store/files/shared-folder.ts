import { mkdirSync } from 'node:fs'
import { chmod, lstat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Write permission of the group, and the setgid bit. */
const SHARED = 0o2020

/** Whether a folder is group-writable and passes its group on to new entries, as in an inbox for several users. */
const isShared = async (folder: string): Promise<boolean> =>
  ((await lstat(folder)).mode & SHARED) === SHARED

/** Creates a folder, which the group of its parent may use as well if it may use the parent. @throws a system error. */
export async function createFolderLikeParent(path: string): Promise<void> {
  if (!(await isShared(dirname(path)))) return mkdirSync(path, { mode: 0o700 })
  // The kernel inherits group and setgid bit from the parent. chmod would clear that bit, which the unit forbids to set
  // (RestrictSUIDSGID), so the permissions have to be correct at creation, without the umask of the process. No other
  // code of this thread runs in between.
  const umask = process.umask(0o007)
  try {
    mkdirSync(path, { mode: 0o770 })
  } finally {
    process.umask(umask)
  }
}

/** Makes a file that this process created in a shared folder readable and writable for the group of the folder. */
export async function shareFile(path: string): Promise<void> {
  if (await isShared(dirname(path))) await chmod(path, 0o660)
}
