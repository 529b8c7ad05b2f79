import type { FileHandle } from 'node:fs/promises'
import { RECORDING_ONLY } from '@/domain/tracks/formats/recording-extensions'
import { unknownUrl } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { ChangedFileError, ENDS } from '@/store/files/inbox'
import { InboxTree, TooManyEntriesError, type TreeEntry } from '@/store/files/inbox-folder'
import { extensionOf } from '@/store/files/upload-names'
import { type Reserve, storeWithinQuota } from './store-within-quota'

/** A file or folder in an inbox. */
export type InboxEntry = TreeEntry

/** Files and folders of one user's inbox. Paths are relative to it, without slashes at the ends. */
export class UserInbox {
  readonly #ctx: AppContext
  readonly #userId: number
  readonly #tree: InboxTree

  constructor(ctx: AppContext, userId: number, tree: InboxTree) {
    this.#ctx = ctx
    this.#userId = userId
    this.#tree = tree
  }

  /** Returns the entry at a path, even after the import has moved it; undefined when there is none. */
  find(path: string): Promise<InboxEntry | undefined> {
    return this.#tree.find(path)
  }

  /** Lists the entries of a folder, in batches. @throws TooManyEntriesError */
  list(path: string): Promise<AsyncGenerator<InboxEntry[], void>> {
    return this.#tree.list(path)
  }

  /** Opens a file; undefined when there is none. The caller must close it. */
  open(path: string): Promise<FileHandle | undefined> {
    return this.#tree.open(path)
  }

  /** Returns the maximum bytes of an upload with this name. */
  async maxBytes(path: string): Promise<number> {
    const limits = await getAppConfig(this.#ctx.db)
    const isSingle = RECORDING_ONLY.includes(extensionOf(path))
    return isSingle ? limits.max_single_file_size : limits.max_zip_file_size
  }

  /**
   * Stores an upload in place of `former`. `receive` writes it to the path that it gets, and returns its bytes.
   * `announced` is the number of bytes that the client announced. Returns false if it exceeds the quota of the user.
   */
  async store(
    path: string,
    { former, announced }: { former: InboxEntry | undefined; announced: number | undefined },
    receive: (incoming: string) => Promise<number>,
  ): Promise<boolean> {
    const put = (reserve: Reserve) =>
      this.#tree.put(path, async (incoming) => reserve(await receive(incoming)))
    const { storageMeter } = this.#ctx
    const upload = { storageMeter, userId: this.#userId, announced }
    if (!(await storeWithinQuota(upload, put))) return false
    if (former) storageMeter.count(this.#userId, { bytes: former.size, files: 1 }, -1)
    return true
  }

  /** Creates a folder, whose parent must exist. */
  createFolder(path: string): Promise<void> {
    return this.#tree.createFolder(path)
  }

  /** Deletes a file, or a folder with everything in it. Workouts stay. */
  async delete(path: string, entry: InboxEntry): Promise<void> {
    await this.#tree.remove(path)
    const { storageMeter } = this.#ctx
    if (entry.isFolder) storageMeter.reset(this.#userId)
    else storageMeter.count(this.#userId, { bytes: entry.size, files: 1 }, -1)
  }

  /** Moves a file or folder to a path whose parent exists, and replaces what is there. */
  move(from: string, to: string): Promise<void> {
    return this.#tree.move(from, to)
  }
}

/**
 * Opens the inbox of the caller. Returns undefined when the folder of the user is a link or a file.
 *
 * @throws 404 when the server has no inbox.
 */
export async function openUserInbox(
  ctx: AppContext,
  { userId, username }: Caller,
): Promise<UserInbox | undefined> {
  if (!ctx.inbox) throw unknownUrl()
  const tree = new InboxTree(ctx.inbox, username)
  return (await tree.isUnusable()) ? undefined : new UserInbox(ctx, userId, tree)
}

/** Whether a name is one that the inbox itself uses. Ignores case because some file systems do. */
export const isReservedName = (name: string | undefined): boolean =>
  [...ENDS, '.arriving'].some((reserved) => reserved === name?.toLowerCase())

/** Whether an error means that a folder has too many entries to be listed. */
export const isTooManyEntries = (error: unknown): error is Error =>
  error instanceof TooManyEntriesError

/** Error codes of the system when a file or folder has disappeared or been replaced since it was checked. */
const CONFLICTS = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY']

/** Whether an error means that an entry was changed or deleted after it was checked. */
export const isInboxConflict = (error: unknown): boolean =>
  error instanceof ChangedFileError ||
  (error instanceof Error && 'code' in error && CONFLICTS.includes(String(error.code)))
