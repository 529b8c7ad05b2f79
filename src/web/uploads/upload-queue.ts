import { ApiError, getField } from '@/web/api/client/api-error'
import { toServerPath } from '@/web/api/client/server-path'
import { uploadFile } from '@/web/api/client/upload'
import type { UploadResult } from '@/web/api/client/upload-response'
import { describeError, translateError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import {
  currentConnection,
  isConnectionError,
  onConnection,
  recordConnection,
} from '@/web/state/connection'
import {
  addUploads,
  changeUpload,
  listUploads,
  removeUpload,
  type WaitingUpload,
} from './file-store'

/** A file of the queue, as displayed. */
export interface QueueItem {
  id: number
  file: File
  state:
    | { phase: 'waiting' }
    | { phase: 'sending'; share: number }
    | { phase: 'rejected'; text: string; code: string | null }
    | { phase: 'done'; result: UploadResult }
}

/** Statuses of temporary failures: an expired session, too many requests, or an unavailable server. */
const TRANSIENT_STATUSES = [401, 429, 503]
/** Milliseconds between attempts after such a failure. */
const RETRY_MS = 60_000
/** Uploads skip duplicates, so that sending a file again after its response was lost creates no second workout. */
const SKIP_DUPLICATES = { duplicates: 'skip' } as const

const base = () => toServerPath('/')
const channelName = () => `milepost.uploads${base()}`

/** Notifies all tabs, including this one, that the stored files have changed. */
function announce(): void {
  const channel = new BroadcastChannel(channelName())
  channel.postMessage('changed')
  channel.close()
}

/**
 * Runs `work` while no other tab does. Without support for locks, tabs may send a file twice, but the server skips
 * duplicates.
 */
const withLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(channelName(), work) : work()

/**
 * Stores files in this browser for upload to an account.
 * @throws if the browser cannot store them
 */
export async function queueFiles(
  account: string,
  files: readonly File[],
  details: Record<string, unknown> = {},
): Promise<void> {
  await addUploads(
    base(),
    files.map((file) => ({ account, file, details })),
  )
  announce()
}

/** Called after each file, with whether no other file is waiting. */
export type OnSent = (result: UploadResult, isLast: boolean) => void

/** The upload queue of an account. Files are sent one at a time, by only one tab. */
export class UploadQueue {
  #waiting: WaitingUpload[] = []
  #done: QueueItem[] = []
  #sending: { id: number; share: number } | undefined
  #isBusy = false
  #items: readonly QueueItem[] = []
  readonly #listeners = new Set<() => void>()
  readonly #account: string
  readonly #onSent: OnSent

  constructor(account: string, onSent: OnSent) {
    this.#account = account
    this.#onSent = onSent
  }

  /** Starts sending, and follows changes by this and other tabs; returns a function that stops. */
  readonly start = (): (() => void) => {
    const channel = new BroadcastChannel(channelName())
    channel.onmessage = () => void this.#follow()
    const stop = onConnection(() => void this.#follow())
    const trying = setInterval(() => void this.#follow(), RETRY_MS)
    void this.#follow()
    return () => {
      channel.close()
      stop()
      clearInterval(trying)
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the files in the order in which they were added; the same array until something changes. */
  readonly items = (): readonly QueueItem[] => this.#items

  /** Sends a rejected file again, with additional fields. */
  async retry(id: number, details: Record<string, unknown> = {}): Promise<void> {
    const upload = this.#waiting.find((one) => one.id === id)
    if (!upload) return
    const { account, file } = upload
    await changeUpload(base(), { id, account, file, details: { ...upload.details, ...details } })
    announce()
  }

  /** Removes a file that was not sent. */
  async remove(id: number): Promise<void> {
    await removeUpload(base(), id)
    announce()
  }

  /** Removes the uploaded files from the display. */
  clear(): void {
    this.#done = []
    this.#show()
  }

  /**
   * Reads the queue and sends waiting files. Errors are ignored: they mean that this browser cannot store files, so
   * there are none.
   */
  #follow(): Promise<void> {
    return this.#sendIfPossible().catch(() => undefined)
  }

  async #sendIfPossible(): Promise<void> {
    await this.#read()
    if (this.#isBusy || currentConnection() !== 'online' || !this.#next()) return
    this.#isBusy = true
    try {
      await withLock(() => this.#sendAll())
    } finally {
      this.#isBusy = false
    }
  }

  async #read(): Promise<void> {
    this.#waiting = await listUploads(base(), this.#account)
    this.#show()
  }

  #next(): WaitingUpload | undefined {
    return this.#waiting.find(({ refusal }) => refusal === undefined)
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      await this.#read()
      const next = this.#next()
      if (!next || !(await this.#send(next))) return
    }
  }

  /** Sends one file. Returns false if the queue should pause (offline, signed out, rate limited). */
  async #send(upload: WaitingUpload): Promise<boolean> {
    const { id, file, details } = upload
    try {
      await requireReadable(file)
      const report = (share: number) => {
        this.#sending = { id, share }
        this.#show()
      }
      report(0)
      const result = await uploadFile(file, { ...details, ...SKIP_DUPLICATES }, report)
      recordConnection(true)
      await removeUpload(base(), id)
      this.#done.push({ id, file, state: { phase: 'done', result } })
      const isLast = !this.#waiting.some((one) => one.id !== id && one.refusal === undefined)
      this.#onSent(result, isLast)
      return true
    } catch (error) {
      recordConnection(!isConnectionError(error))
      if (isTransient(error)) return false
      await changeUpload(base(), { ...upload, refusal: describeRejection(error) })
      return true
    } finally {
      this.#sending = undefined
      await this.#read()
      announce()
    }
  }

  #show(): void {
    const waiting = this.#waiting.map((upload): QueueItem => {
      const { id, file, refusal } = upload
      if (this.#sending?.id === id)
        return { id, file, state: { phase: 'sending', share: this.#sending.share } }
      return { id, file, state: refusal ? { phase: 'rejected', ...refusal } : { phase: 'waiting' } }
    })
    this.#items = [...this.#done, ...waiting]
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Checks that a stored file has content.
 * @throws if the browser has stored only the name of the file
 */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new Error(t('queue.unreadable'))
  }
}

const isTransient = (error: unknown) =>
  isConnectionError(error) ||
  (error instanceof ApiError && TRANSIENT_STATUSES.includes(error.status))

function describeRejection(error: unknown): { text: string; code: string | null } {
  const missingDetails = getField(error instanceof ApiError ? error.body : null, 'remedy')
  const code = getField(missingDetails, 'code')
  const failed = getField(error instanceof ApiError ? error.body : null, 'errored_workouts')
  const [reason] = Object.values(failed ?? {})
  // "The file is damaged" would be untrue of a file that is no workout.
  const precise = code === 'not_an_activity' ? getField(missingDetails, 'text') : reason
  const text = typeof precise === 'string' ? translateError(precise) : describeError(error)
  return { text: String(text), code: typeof code === 'string' ? code : null }
}
