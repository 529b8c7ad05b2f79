import { storageQuotaExceeded, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact, undoing } from '@/store/db/connections/transact'
import { getUserById, updateUser } from '@/store/db/queries/accounts/users'
import { storeBytes } from '@/store/files/stored-files'

/**
 * Stores a JPEG as the caller's picture. The file is written before the row references it; the previous file is deleted
 * after the commit.
 */
export const replacePicture = (ctx: AppContext, caller: Caller, picture: Buffer): Promise<void> =>
  withErrorMessage('error during picture update', () => storePicture(ctx, caller, picture))

async function storePicture(ctx: AppContext, caller: Caller, picture: Buffer): Promise<void> {
  const path = `pictures/${caller.userId}/${ctx.ids.hex(16)}.jpg`
  const room = await ctx.storageMeter.reserve(caller.userId, { bytes: picture.length, files: 1 })
  if (room.exceeded) throw storageQuotaExceeded()
  await storeBytes(ctx.files, picture, path).finally(room.release)
  await setPicture(ctx, caller, path).catch(undoing(() => ctx.files.remove(path)))
}

/** Deletes the caller's picture, if there is one. */
export const removePicture = (ctx: AppContext, caller: Caller): Promise<void> =>
  withErrorMessage('error during picture deletion', () => setPicture(ctx, caller, null))

const setPicture = (ctx: AppContext, caller: Caller, path: string | null): Promise<void> =>
  transact(ctx, async (tx) => {
    const former = (await getUserById(tx.db, caller.userId)).picture
    await updateUser(tx.db, caller.userId, { picture: path })
    if (former !== null) tx.afterCommit(() => tx.files.remove(former))
  })
