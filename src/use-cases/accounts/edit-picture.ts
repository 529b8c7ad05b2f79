import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getUserById, updateUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { withFailureText } from '@/errors'
import { keepBytes } from '@/storage/files'

/**
 * Makes a JPEG the caller's picture. The file exists before the row names it; the previous one is removed after the
 * commit.
 */
export const replacePicture = (ctx: AppContext, caller: Caller, picture: Buffer): Promise<void> =>
  withFailureText('error during picture update', () => storePicture(ctx, caller, picture))

async function storePicture(ctx: AppContext, caller: Caller, picture: Buffer): Promise<void> {
  const path = `pictures/${caller.userId}/${ctx.ids.hex(16)}.jpg`
  await keepBytes(ctx.files, picture, path)
  await setPicture(ctx, caller, path).catch(async (error) => {
    await ctx.files.remove(path)
    throw error
  })
}

/** Removes the caller's picture, if there is one. */
export const removePicture = (ctx: AppContext, caller: Caller): Promise<void> =>
  withFailureText('error during picture deletion', () => setPicture(ctx, caller, null))

const setPicture = (ctx: AppContext, caller: Caller, path: string | null): Promise<void> =>
  transact(ctx, async (tx) => {
    const former = (await getUserById(tx.db, caller.userId)).picture
    await updateUser(tx.db, caller.userId, { picture: path })
    if (former !== null) tx.afterCommit(() => tx.files.remove(former))
  })
