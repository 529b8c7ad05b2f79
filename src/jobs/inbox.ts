import { type FSWatcher, watch } from 'node:fs'
import { isDiskFailed, isDiskFull, isTransient } from '@/lib/system-errors'
import type { AppContext } from '@/services/context'
import { findUserByName, listUserIds, type UserRow } from '@/store/db/queries/accounts/users'
import type { Inbox, InboxFile } from '@/store/files/inbox'
import { InboxAttempts } from '@/store/files/inbox-attempts'
import { removeArriving } from '@/store/files/inbox-folder'
import { importInboxFiles } from '@/use-cases/imports/receive/import-inbox-files'
import { MAX_CRASHES } from './handler'

/**
 * Milliseconds for which a file must not have changed before it is read: there is no other sign that it is complete.
 */
const REST = 5000
/** Milliseconds between scans: network file systems do not report changes made by other machines. */
const POLL = 10_000
/** Minimum milliseconds between scans: the system reports every single write. */
const BREATH = 200
/** Number of files of one user that are imported before those of the next user. */
const MAX_CONCURRENT = 1000

/** Attempts at a file whose worker died or met a system error, before the file is moved to `failed`. */
const MAX_ATTEMPTS = 3
/** Milliseconds between the first and the second attempt; twice as long before the third. */
const RETRY_AFTER = 5 * 60_000

const CRASHED = `the server stopped unexpectedly ${MAX_CRASHES} times while it read the file`

/** A running watch of the inbox. */
export interface InboxWatch {
  /** Stops once the files that are being stored are finished. */
  stop: () => Promise<void>
}

/** Imports the files that users put into the inbox while the server is running. */
export function startInbox(ctx: AppContext): InboxWatch {
  const { inbox } = ctx
  if (!inbox) return { stop: async () => undefined }
  const state = { stopping: false }
  const scans = new InboxScans(ctx, inbox, () => performance.now())
  const run = async () => {
    await inbox.open()
    await removeArriving(inbox)
    await inbox.removeDeleted(await listUserIds(ctx.db))
    const watcher = watchFor(ctx, inbox)
    while (!state.stopping) {
      const news = inbox.news.raised
      const pause = await scans.scan(() => !state.stopping).catch((error) => logPause(ctx, error))
      if (!state.stopping) await inbox.news.wait(news, pause)
      if (!state.stopping) await Bun.sleep(BREATH)
    }
    watcher?.close()
  }
  const running = run().catch((error) => ctx.log.error({ err: error }, 'could not watch the inbox'))
  return {
    stop: async () => {
      state.stopping = true
      inbox.news.raise()
      await running
    },
  }
}

/** Logs that the inbox has to wait. Returns the milliseconds until the next scan. */
function logPause(ctx: AppContext, error: unknown): number {
  if (isDiskFull(error)) ctx.reserve.release()
  // A failed disk was logged when it failed.
  if (isDiskFailed(error)) return POLL
  if (isTransient(error)) ctx.log.warn({ reason: String(error) }, 'inbox import paused, will retry')
  else ctx.log.error({ err: error }, 'inbox import failed, will retry')
  return POLL
}

/**
 * Wakes the inbox as soon as the system reports a change. Returns undefined when the system cannot watch the folder;
 * the inbox is then only polled.
 */
function watchFor(ctx: AppContext, inbox: Inbox): FSWatcher | undefined {
  const logPolling = (error: unknown) =>
    ctx.log.warn(
      { reason: String(error) },
      'cannot watch the inbox for changes: polling it instead',
    )
  try {
    return watch(inbox.root, { recursive: true }, () => inbox.news.raise()).on('error', logPolling)
  } catch (error) {
    logPolling(error)
    return undefined
  }
}

/** Scans the inbox repeatedly, and remembers between scans which files are changing. */
export class InboxScans {
  readonly #ctx: AppContext
  readonly #inbox: Inbox
  readonly #now: () => number
  /** State of each file, by path, and when it was last seen to change. */
  #seen = new Map<string, { state: string; since: number }>()
  /** States of files that were processed but cannot be moved, by path, until they disappear. */
  #stuck = new Map<string, string>()
  /** Failed attempts at files in a certain state, and when the next attempt is due, by path. */
  #attempts = new Map<string, { state: string; count: number; due: number }>()
  readonly #begun: InboxAttempts
  /** Names that have been logged already, until they disappear. */
  #reported = new Set<string>()

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(ctx: AppContext, inbox: Inbox, now: () => number) {
    this.#ctx = ctx
    this.#inbox = inbox
    this.#now = now
    this.#begun = new InboxAttempts(ctx.config.dataDir)
  }

  /** Imports complete files. Returns the milliseconds until the next scan. */
  async scan(shouldContinue: () => boolean): Promise<number> {
    const seen = new Map<string, { state: string; since: number }>()
    // Names of folders, and of files as folder and path.
    const there = new Set<string>()
    let pause = POLL
    for (const { name, isFolder } of await this.#inbox.folders()) {
      there.add(name)
      if (!shouldContinue()) return 0
      const user = await this.#ownerOf(name, isFolder)
      if (!user) continue
      const waiting = await this.#inbox.waiting(name)
      for (const file of waiting) there.add(keyOf(file))
      const files = waiting.filter((file) => !this.#isStuck(file) && !this.#isLocked(file))
      const resting = files.filter((file) => this.#rests(file, seen))
      if (resting.length < files.length) pause = Math.min(pause, REST)
      const due = resting.filter((file) => this.#isDue(file))
      const ready = due.slice(0, MAX_CONCURRENT)
      await this.#importAll(user, ready, shouldContinue)
      if (ready.length < due.length) pause = 0
    }
    this.#seen = seen
    this.#stuck = new Map([...this.#stuck].filter(([key]) => there.has(key)))
    this.#attempts = new Map([...this.#attempts].filter(([key]) => there.has(key)))
    this.#reported = this.#reported.intersection(there)
    this.#begun.retain(there)
    return pause
  }

  #deathsOf = (file: InboxFile) => this.#begun.countDeaths(keyOf(file), file.state)

  /** Files at which the process died once are imported one by one, so that the next death shows which of them it was. */
  async #importAll(
    user: UserRow,
    files: readonly InboxFile[],
    shouldContinue: () => boolean,
  ): Promise<void> {
    const others = files.filter((file) => this.#deathsOf(file) === 0)
    if (others.length > 0) await this.#importBatch(user, others, shouldContinue)
    for (const file of files.filter((one) => this.#deathsOf(one) > 0))
      if (this.#deathsOf(file) >= MAX_CRASHES) await this.#giveUp(user, file)
      else if (shouldContinue()) await this.#importBatch(user, [file], shouldContinue)
  }

  /** Records the attempt before it begins: whatever happens, the next start knows which files were being read. */
  async #importBatch(
    user: UserRow,
    files: readonly InboxFile[],
    shouldContinue: () => boolean,
  ): Promise<void> {
    this.#begun.begin(files.map((file) => ({ key: keyOf(file), state: file.state })))
    try {
      await this.#import(user, files, shouldContinue)
    } finally {
      this.#begun.end(files.map(keyOf))
    }
  }

  async #giveUp(user: UserRow, file: InboxFile): Promise<void> {
    await this.#inbox.finish(file, 'failed', CRASHED)
    this.#begun.end([keyOf(file)])
    this.#ctx.log.warn({ user: user.username, reason: CRASHED }, 'gave up on an inbox file')
  }

  /** Finds the user whose folder it is. Returns undefined for a folder that is ignored, and logs that once. */
  async #ownerOf(name: string, isFolder: boolean): Promise<UserRow | undefined> {
    const user = isFolder ? await findUserByName(this.#ctx.db, name) : undefined
    if (user?.is_active === 1 && user.suspended_at === null) return user
    if (!this.#reported.has(name))
      this.#ctx.log.warn({ name }, 'ignored an inbox folder: it does not belong to an active user')
    this.#reported.add(name)
    return undefined
  }

  #rests(file: InboxFile, seen: Map<string, { state: string; since: number }>): boolean {
    const key = keyOf(file)
    const before = this.#seen.get(key)
    const now = this.#now()
    const since = before?.state === file.state ? before.since : now
    seen.set(key, { state: file.state, since })
    return this.#inbox.isWhole(file) || now - since >= REST
  }

  /** A client that holds a lock has not finished writing. */
  #isLocked = ({ folder, path }: InboxFile) =>
    this.#inbox.clientLocks.covering(folder, path, this.#ctx.clock.elapsed()).length > 0

  #isStuck = (file: InboxFile) => this.#stuck.get(keyOf(file)) === file.state

  #isDue(file: InboxFile): boolean {
    const before = this.#attempts.get(keyOf(file))
    return before?.state !== file.state || this.#now() >= before.due
  }

  /** Counts a failed attempt. Returns false when it was the last one. */
  #triesAgain(file: InboxFile): boolean {
    const key = keyOf(file)
    const before = this.#attempts.get(key)
    const count = before?.state === file.state ? before.count + 1 : 1
    if (count >= MAX_ATTEMPTS) {
      this.#attempts.delete(key)
      return false
    }
    const due = this.#now() + count * RETRY_AFTER
    this.#attempts.set(key, { state: file.state, count, due })
    return true
  }

  async #import(
    user: UserRow,
    files: readonly InboxFile[],
    shouldContinue: () => boolean,
  ): Promise<void> {
    const { log } = this.#ctx
    const counts = await importInboxFiles(this.#ctx, {
      ...{ inbox: this.#inbox, user, files, shouldContinue },
      stays: (file, reason) => {
        this.#stuck.set(keyOf(file), file.state)
        log.warn({ user: user.username, reason }, 'could not move an inbox file')
      },
      shouldRetry: (file, reason) => {
        log.warn({ user: user.username, reason }, 'could not read an inbox file')
        return this.#triesAgain(file)
      },
    })
    if (counts.imported + counts.repeated + counts.failed > 0)
      log.info({ user: user.username, ...counts }, 'imported inbox files')
  }
}

const keyOf = ({ folder, path }: InboxFile) => `${folder}/${path}`
