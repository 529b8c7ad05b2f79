import { ApiError, getField } from '@/web/api/client/api-error'
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
  changeUpload,
  listUploads,
  removeUpload,
  replaceUpload,
  type WaitingUpload,
} from './file-store'
import { announce, base, channelName } from './queue-files'

/** A file of the queue, as displayed. */
export interface QueueItem {
  id: number
  file: File
  /** Photos that are added to the workout of a recording. */
  photos: readonly File[]
  state:
    | { phase: 'waiting' }
    | { phase: 'sending'; share: number }
    | { phase: 'rejected'; text: string; code: string | null }
    | DoneState
}

/** The result for a recording, or the workout that a photo was added to. */
type DoneState = { phase: 'done'; result: UploadResult } | { phase: 'added'; workoutId: string }

/** Statuses of temporary failures: an expired session, too many requests, or an unavailable server. */
const TRANSIENT_STATUSES = [401, 429, 503]
/** Milliseconds between attempts after such a failure. */
const RETRY_MS = 60_000
/** Uploads skip duplicates, so that sending a file again after its response was lost creates no second workout. */
const SKIP_DUPLICATES = { duplicates: 'skip' } as const

/**
 * Runs `work` while no other tab does. Without support for locks, tabs may send a file twice, but the server skips
 * duplicates.
 */
const withLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(channelName(), work) : work()

/** What the page does after each file. */
interface QueueEvents {
  /** Called after a recording, with whether no other one is waiting. */
  onSent: (result: UploadResult, isLast: boolean) => void
  /** Called after a photo was added to a workout. */
  onPhoto: (workoutId: string) => void
}

/** The upload queue of an account. Files are sent one at a time, by only one tab. */
export class UploadQueue {
  #waiting: WaitingUpload[] = []
  #done: QueueItem[] = []
  #sending: { id: number; share: number } | undefined
  #isBusy = false
  #items: readonly QueueItem[] = []
  readonly #listeners = new Set<() => void>()
  readonly #account: string
  readonly #events: QueueEvents

  constructor(account: string, events: QueueEvents) {
    this.#account = account
    this.#events = events
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
    // The server may have deleted an uploaded photo in the meantime.
    const { refusal: _refusal, photoId: _photoId, ...rest } = upload
    await changeUpload(base(), { ...rest, details: { ...upload.details, ...details } })
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
    const { id, file, workoutId } = upload
    try {
      await requireReadable(file)
      this.#report(id, 0)
      const state =
        workoutId === undefined
          ? await this.#sendRecording(upload)
          : await this.#sendPhoto(upload, workoutId)
      recordConnection(true)
      this.#done.push({ id, file, photos: [], state })
      if (state.phase === 'added') this.#events.onPhoto(state.workoutId)
      else this.#events.onSent(state.result, this.#isLastRecording(id))
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

  #report(id: number, share: number): void {
    this.#sending = { id, share }
    this.#show()
  }

  /** Uploads a recording, and replaces it with its photos, which are sent next. */
  async #sendRecording({ id, account, file, details, photos = [] }: WaitingUpload) {
    const report = (share: number) => this.#report(id, share)
    const result = await uploadFile(file, { ...details, ...SKIP_DUPLICATES }, report)
    const [workout] = result.workouts
    const refusal = { text: t('queue.photoWithout'), code: null }
    await replaceUpload(
      base(),
      id,
      photos.map((photo) => ({
        ...{ account, file: photo, details: {}, workoutId: workout?.id ?? null },
        ...(!workout && { refusal }),
      })),
    )
    return { phase: 'done', result } as const
  }

  /** Uploads a photo once, and adds it to its workout. */
  async #sendPhoto(upload: WaitingUpload, workoutId: string | null) {
    if (workoutId === null) throw new Error(t('queue.photoWithout'))
    const { attachPhoto, uploadPhoto } = await import('@/web/api/photos/send-photo')
    const photoId = upload.photoId ?? (await uploadPhoto(upload.file)).id
    // If the next response is lost, the same photo is added again, which changes nothing.
    await changeUpload(base(), { ...upload, photoId })
    await attachPhoto(workoutId, photoId)
    await removeUpload(base(), upload.id)
    return { phase: 'added', workoutId } as const
  }

  #isLastRecording(id: number): boolean {
    return !this.#waiting.some(
      (one) => one.id !== id && one.refusal === undefined && one.workoutId === undefined,
    )
  }

  #show(): void {
    const waiting = this.#waiting.map((upload): QueueItem => {
      const { id, file, photos = [], refusal } = upload
      if (this.#sending?.id === id)
        return { id, file, photos, state: { phase: 'sending', share: this.#sending.share } }
      const state = refusal
        ? ({ phase: 'rejected', ...refusal } as const)
        : ({ phase: 'waiting' } as const)
      return { id, file, photos, state }
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
