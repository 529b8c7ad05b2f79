import { ApiError, fieldOf } from '@/web/api/api-error'
import { serverPath } from '@/web/api/server-path'
import { uploadFile } from '@/web/api/upload'
import type { UploadResult } from '@/web/api/upload-answer'
import { errorText, refusalText } from '@/web/components/refusal-text'
import { t } from '@/web/i18n/text'
import { currentConnection, isUnanswered, noteAnswer, onConnection } from '@/web/state/connection'
import {
  addUploads,
  changeUpload,
  listUploads,
  removeUpload,
  type WaitingUpload,
} from './file-store'

/** A file of the queue as it is shown. */
export interface QueueItem {
  id: number
  file: File
  state:
    | { phase: 'waiting' }
    | { phase: 'sending'; share: number }
    | { phase: 'refused'; text: string; code: string | null }
    | { phase: 'done'; result: UploadResult }
}

/** What may be over in a while: too many requests, a server that only reads, a session that has ended. */
const PASSING = [401, 429, 503]
/** So long is waited then, in milliseconds. */
const PAUSE = 60_000
/** A file that repeats a workout makes no second one: not even when the answer to sending it was lost. */
const ONCE = { duplicates: 'skip' } as const

const base = () => serverPath('/')
const channelName = () => `milepost.uploads${base()}`

/** Tells every tab, this one included, that the files that wait are others now. */
function announce(): void {
  const channel = new BroadcastChannel(channelName())
  channel.postMessage('changed')
  channel.close()
}

/** Does something while no other tab does; where browsers have no locks, the server still stores nothing twice. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(channelName(), work) : work()

/** Keeps files in this browser until they are sent in the name of an account. */
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

/** The files that an account has yet to send, and sending them: one after the other, in one tab at a time. */
export class UploadQueue {
  #waiting: WaitingUpload[] = []
  #done: QueueItem[] = []
  #sending: { id: number; share: number } | undefined
  #isBusy = false
  #items: readonly QueueItem[] = []
  readonly #listeners = new Set<() => void>()
  readonly #account: string
  readonly #onSent: () => void

  constructor(account: string, onSent: () => void) {
    this.#account = account
    this.#onSent = onSent
  }

  /** Follows what happens here and in other tabs, and sends; answers how to stop it. */
  readonly start = (): (() => void) => {
    const channel = new BroadcastChannel(channelName())
    channel.onmessage = () => void this.#follow()
    const stop = onConnection(() => void this.#follow())
    const trying = setInterval(() => void this.#follow(), PAUSE)
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

  /** What there is, in the order it came; the same object until something changes. */
  readonly items = (): readonly QueueItem[] => this.#items

  /** Sends a refused file again, with what was missing. */
  async retry(id: number, details: Record<string, unknown> = {}): Promise<void> {
    const upload = this.#waiting.find((one) => one.id === id)
    if (!upload) return
    const { account, file } = upload
    await changeUpload(base(), { id, account, file, details: { ...upload.details, ...details } })
    announce()
  }

  /** Forgets a file that was not sent. */
  async remove(id: number): Promise<void> {
    await removeUpload(base(), id)
    announce()
  }

  /** Shows no longer what was sent. */
  clear(): void {
    this.#done = []
    this.#show()
  }

  /** Reads what there is, and sends; in a browser that keeps no files there is nothing to do. */
  #follow(): Promise<void> {
    return this.#sendIfPossible().catch(() => undefined)
  }

  async #sendIfPossible(): Promise<void> {
    await this.#read()
    if (this.#isBusy || currentConnection() !== 'online' || !this.#next()) return
    this.#isBusy = true
    try {
      await alone(() => this.#sendAll())
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

  /** Sends one file; whether it is of use to send another now. */
  async #send(upload: WaitingUpload): Promise<boolean> {
    const { id, file, details } = upload
    try {
      await requireReadable(file)
      const report = (share: number) => {
        this.#sending = { id, share }
        this.#show()
      }
      report(0)
      const result = await uploadFile(file, { ...details, ...ONCE }, report)
      noteAnswer(true)
      await removeUpload(base(), id)
      this.#done.push({ id, file, state: { phase: 'done', result } })
      this.#onSent()
      return true
    } catch (error) {
      noteAnswer(!isUnanswered(error))
      if (isPassing(error)) return false
      await changeUpload(base(), { ...upload, refusal: refusalOf(error) })
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
      return { id, file, state: refusal ? { phase: 'refused', ...refusal } : { phase: 'waiting' } }
    })
    this.#items = [...this.#done, ...waiting]
    for (const listener of this.#listeners) listener()
  }
}

/** @throws when the browser has kept no more than the name of a file. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new Error(t('queue.unreadable'))
  }
}

const isPassing = (error: unknown) =>
  isUnanswered(error) || (error instanceof ApiError && PASSING.includes(error.status))

function refusalOf(error: unknown): { text: string; code: string | null } {
  const remedy = fieldOf(error instanceof ApiError ? error.body : null, 'remedy')
  const code = fieldOf(remedy, 'code')
  const failed = fieldOf(error instanceof ApiError ? error.body : null, 'errored_workouts')
  const [reason] = Object.values(failed ?? {})
  const text = typeof reason === 'string' ? refusalText(reason) : errorText(error)
  return { text: String(text), code: typeof code === 'string' ? code : null }
}
