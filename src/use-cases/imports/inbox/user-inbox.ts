import { type FileHandle, utimes } from 'node:fs/promises'
import { RECORDING_ONLY } from '@/domain/tracks/formats/recording-extensions'
import { unknownUrl } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { ChangedFileError, ENDS, type Inbox } from '@/store/files/inbox'
import { InboxTree, TooManyEntriesError, type TreeEntry } from '@/store/files/inbox-folder'
import type { InboxLock, InboxLocks } from '@/store/files/inbox-locks'
import { extensionOf } from '@/store/files/upload-names'
import { type Reserve, storeWithinQuota } from './store-within-quota'

/** A file or folder in an inbox. */
export type InboxEntry = TreeEntry
export type { InboxLock } from '@/store/files/inbox-locks'

interface NewFile {
  former: InboxEntry | undefined
  announced: number | undefined
  /** Its modification time at the client, in milliseconds since the Unix epoch. */
  modifiedAt: number | undefined
}

/** Files and folders of one user's inbox. Paths are relative to it, without slashes at the ends. */
export class UserInbox {
  readonly #ctx: AppContext
  readonly #userId: number
  readonly #tree: InboxTree
  readonly #locks: InboxLocks
  /** Name of the user's folder. */
  readonly folder: string

  constructor(ctx: AppContext, inbox: Inbox, { userId, username }: Caller) {
    this.#ctx = ctx
    this.#userId = userId
    this.#tree = new InboxTree(inbox, username)
    this.#locks = inbox.clientLocks
    this.folder = username
  }

  /** Whether the user's folder is a symbolic link or a file, which is neither listed nor written to. */
  isUnusable = () => this.#tree.isUnusable()

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
    { former, announced, modifiedAt }: NewFile,
    receive: (incoming: string) => Promise<number>,
  ): Promise<boolean> {
    const put = (reserve: Reserve) =>
      this.#tree.put(path, async (incoming) => {
        await reserve(await receive(incoming))
        if (modifiedAt !== undefined) await utimes(incoming, new Date(), modifiedAt / 1000)
      })
    const { storageMeter } = this.#ctx
    const upload = { storageMeter, userId: this.#userId, announced }
    if (!(await storeWithinQuota(upload, put))) return false
    if (former) storageMeter.count(this.#userId, { bytes: former.size, files: 1 }, -1)
    return true
  }

  /** Sets the modification time of a file, in milliseconds since the Unix epoch. */
  setModifiedAt(path: string, modifiedAt: number): Promise<void> {
    return this.#tree.setModifiedAt(path, modifiedAt)
  }

  /** Whether the parent folder of a path exists. */
  async hasParent(path: string): Promise<boolean> {
    const parent = path.split('/').slice(0, -1).join('/')
    return (await this.find(parent))?.isFolder === true
  }

  /** Locks a path. Returns undefined when the user has too many locks. */
  lock(path: string, { isDeep, seconds }: { isDeep: boolean; seconds: number }) {
    const until = this.#now() + seconds * 1000
    return this.#locks.create({ folder: this.folder, path, isDeep, until }, this.#now())
  }

  /** The locks that protect a path. */
  locksOn = (path: string) => this.#locks.covering(this.folder, path, this.#now())

  /** The locks of entries below a path. */
  locksBelow = (path: string) => this.#locks.below(this.folder, path, this.#now())

  findLock = (token: string) => this.#locks.find(token, { folder: this.folder, now: this.#now() })

  secondsLeft = ({ until }: InboxLock) => Math.ceil((until - this.#now()) / 1000)

  refreshLock(lock: InboxLock, seconds: number): void {
    this.#locks.refresh(lock, this.#now() + seconds * 1000)
  }

  /** Ends a lock. A file that waited for it can be imported. */
  unlock(lock: InboxLock): void {
    this.#locks.end(lock)
    this.#ctx.inbox?.news.raise()
  }

  #now = () => this.#ctx.clock.elapsed()

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
  caller: Caller,
): Promise<UserInbox | undefined> {
  if (!ctx.inbox) throw unknownUrl()
  const inbox = new UserInbox(ctx, ctx.inbox, caller)
  return (await inbox.isUnusable()) ? undefined : inbox
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
