import { type FSWatcher, watch } from 'node:fs'
import type { AppContext } from '@/context'
import { findUserByName, type UserRow } from '@/db/queries/users'
import { isDiskFull, isPassing } from '@/lib/faults'
import type { DroppedFile, Inbox } from '@/storage/inbox'
import { removeArriving } from '@/storage/inbox-tree'
import { importDropped } from '@/use-cases/imports/import-dropped'

/** Milliseconds for which a file must not have changed before it is read: nobody says when it is complete. */
const REST = 5000
/** Milliseconds between looks: network file systems tell nobody what others change. */
const POLL = 10_000
/** Milliseconds that always pass between looks: the system tells of every single write. */
const BREATH = 200
/** Files of one user that are imported before the next user's turn. */
const MOST_AT_ONCE = 1000

/** A watched inbox. */
export interface InboxWatch {
  /** Stops after the files that are being stored. */
  stop: () => Promise<void>
}

/** Imports what is dropped into the inbox, as long as the server runs. */
export function startInbox(ctx: AppContext): InboxWatch {
  const { inbox } = ctx
  if (!inbox) return { stop: async () => undefined }
  const state = { stopping: false }
  const looks = new InboxLooks(ctx, inbox, () => performance.now())
  const run = async () => {
    await inbox.open()
    await removeArriving(inbox)
    const watcher = watchFor(ctx, inbox)
    while (!state.stopping) {
      const news = inbox.news.raised
      const pause = await looks.look(() => !state.stopping).catch((error) => held(ctx, error))
      if (!state.stopping) await inbox.news.wait(news, pause)
      if (!state.stopping) await Bun.sleep(BREATH)
    }
    watcher?.close()
  }
  const running = run().catch((error) => ctx.log.error({ err: error }, 'the inbox is not watched'))
  return {
    stop: async () => {
      state.stopping = true
      inbox.news.raise()
      await running
    },
  }
}

/** Says that the inbox has to wait; answers for how many milliseconds. */
function held(ctx: AppContext, error: unknown): number {
  if (isDiskFull(error)) ctx.reserve.release()
  if (isPassing(error)) ctx.log.warn({ reason: String(error) }, 'the inbox has to wait')
  else ctx.log.error({ err: error }, 'the inbox stumbled')
  return POLL
}

/** Has the inbox looked at as soon as the system tells of a change; without that, it is looked at by the clock. */
function watchFor(ctx: AppContext, inbox: Inbox): FSWatcher | undefined {
  const tell = (error: unknown) => ctx.log.warn({ reason: String(error) }, 'the inbox is polled')
  try {
    return watch(inbox.root, { recursive: true }, () => inbox.news.raise()).on('error', tell)
  } catch (error) {
    tell(error)
    return undefined
  }
}

/** Looks into the inbox again and again, and knows from one time to the next which files rest. */
export class InboxLooks {
  readonly #ctx: AppContext
  readonly #inbox: Inbox
  readonly #now: () => number
  /** What files were like when they were last seen to change, and when; by their paths. */
  #seen = new Map<string, { state: string; since: number }>()
  /** States of files that were dealt with and cannot be moved, as long as they are there. */
  #stuck = new Map<string, string>()
  /** Names of which the log was told once, as long as they are there. */
  #told = new Set<string>()

  /** `now` gives milliseconds that never jump. */
  constructor(ctx: AppContext, inbox: Inbox, now: () => number) {
    this.#ctx = ctx
    this.#inbox = inbox
    this.#now = now
  }

  /** Imports what is complete; answers in how many milliseconds there should be another look. */
  async look(shouldContinue: () => boolean): Promise<number> {
    const seen = new Map<string, { state: string; since: number }>()
    // Names of folders, and of files with theirs in front.
    const there = new Set<string>()
    let pause = POLL
    for (const { name, isFolder } of await this.#inbox.folders()) {
      there.add(name)
      if (!shouldContinue()) return 0
      const user = await this.#ownerOf(name, isFolder)
      if (!user) continue
      const waiting = await this.#inbox.waiting(name)
      for (const file of waiting) there.add(keyOf(file))
      const files = waiting.filter((file) => !this.#isStuck(file))
      const resting = files.filter((file) => this.#rests(file, seen))
      if (resting.length < files.length) pause = Math.min(pause, REST)
      const ready = resting.slice(0, MOST_AT_ONCE)
      if (ready.length > 0) await this.#import(user, ready, shouldContinue)
      if (ready.length < resting.length) pause = 0
    }
    this.#seen = seen
    this.#stuck = new Map([...this.#stuck].filter(([key]) => there.has(key)))
    this.#told = this.#told.intersection(there)
    return pause
  }

  /** Whose folder it is; undefined for one that is left alone, of which the log is told once. */
  async #ownerOf(name: string, isFolder: boolean): Promise<UserRow | undefined> {
    const user = isFolder ? await findUserByName(this.#ctx.db, name) : undefined
    if (user?.is_active === 1 && user.suspended_at === null) return user
    if (!this.#told.has(name))
      this.#ctx.log.warn({ name }, 'left alone in the inbox: no active user’s folder')
    this.#told.add(name)
    return undefined
  }

  #rests(file: DroppedFile, seen: Map<string, { state: string; since: number }>): boolean {
    const key = keyOf(file)
    const before = this.#seen.get(key)
    const now = this.#now()
    const since = before?.state === file.state ? before.since : now
    seen.set(key, { state: file.state, since })
    return this.#inbox.isWhole(file) || now - since >= REST
  }

  #isStuck = (file: DroppedFile) => this.#stuck.get(keyOf(file)) === file.state

  async #import(
    user: UserRow,
    files: readonly DroppedFile[],
    shouldContinue: () => boolean,
  ): Promise<void> {
    const { log } = this.#ctx
    const counts = await importDropped(this.#ctx, {
      ...{ inbox: this.#inbox, user, files, shouldContinue },
      stays: (file, reason) => {
        this.#stuck.set(keyOf(file), file.state)
        log.warn({ user: user.username, reason }, 'a file of the inbox cannot be moved')
      },
    })
    if (counts.imported + counts.repeated + counts.failed > 0)
      log.info({ user: user.username, ...counts }, 'files of the inbox imported')
  }
}

const keyOf = ({ folder, path }: DroppedFile) => `${folder}/${path}`
