import type { BackupSettings } from '@/lib/config/config'
import { findFreeSpace } from '@/lib/files/free-space'
import type { Clock } from '@/lib/time/clock'
import type { OpenDatabase } from '@/store/db/connections/open'
import { isUnmounted, markTarget, UnmountedTargetError } from '@/store/files/backup-target'
import type { Files } from '@/store/files/stored-files'
import { backUpInto } from './back-up-into'
import { listBackupNames, readManifest } from './folder'
import { BackupError, type Manifest } from './manifest'

/** The summary of a backup, without its list of files, which may be long. */
export interface BackupSummary extends Pick<Manifest, 'createdAt' | 'counts'> {
  name: string
  /** Number of files, their total size in bytes, and the number of files that were missing. */
  files: number
  size: number
  missing: number
}

/** The status of scheduled backups. */
export interface BackupStatus {
  /** The newest complete backup; null if there is none. */
  last: BackupSummary | null
  /** The error of the last attempt of this process; null if it succeeded. */
  failure: { at: number; message: string } | null
  /** Whether this process is creating a backup. */
  isRunning: boolean
  /** Free bytes on the disk of the folder; undefined if it is not mounted. */
  freeSpace: number | undefined
}

/** Scheduled backups of the server. */
export interface Backups {
  /**
   * Creates a backup and deletes the oldest ones. While one is being created, waits for that one instead.
   * @throws Error when it cannot be created.
   */
  create: () => Promise<Manifest>
  isRunning: () => boolean
  status: () => Promise<BackupStatus>
}

interface Source {
  database: Pick<OpenDatabase, 'sqlite'>
  dataDir: string
  files: Pick<Files, 'list' | 'fetch'>
  clock: Clock
}

/** Number of pages to copy before requests get a turn: one megabyte. */
const PAGES_AT_ONCE = 256

export function openBackups(source: Source, settings: BackupSettings): Backups {
  const state: {
    failure: BackupStatus['failure']
    last: BackupStatus['last']
    running?: Promise<Manifest> | undefined
  } = { failure: null, last: null }
  const { clock, ...rest } = source
  const target = { to: settings.to, dataDir: source.dataDir }
  const create = () =>
    backUpInto(
      { folder: settings.to, keep: settings.keep },
      { ...rest, now: clock.now(), pagesAtOnce: PAGES_AT_ONCE },
    )
  const createMarked = async () => {
    try {
      if (isUnmounted(target)) throw new UnmountedTargetError(settings.to)
      const { name, manifest } = await create()
      markTarget(target)
      state.failure = null
      state.last = summaryOf(name, manifest)
      return manifest
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      state.failure = { at: clock.now(), message }
      throw error
    }
  }
  const isRunning = () => state.running !== undefined
  const findLast = async (): Promise<Pick<BackupStatus, 'last' | 'failure'>> => {
    const name = (await listBackupNames(settings.to)).at(-1)
    if (name === undefined) return { last: null, failure: state.failure }
    try {
      if (state.last?.name !== name)
        state.last = summaryOf(name, await readManifest(settings.to, name))
      return { last: state.last, failure: state.failure }
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      return { last: null, failure: { at: clock.now(), message: error.message } }
    }
  }
  return {
    create: () => {
      state.running ??= createMarked().finally(() => {
        state.running = undefined
      })
      return state.running
    },
    isRunning,
    status: async () => ({
      ...(await findLast()),
      isRunning: isRunning(),
      freeSpace: isUnmounted(target) ? undefined : findFreeSpace(settings.to),
    }),
  }
}

const summaryOf = (
  name: string,
  { createdAt, counts, files, missing }: Manifest,
): BackupSummary => ({
  ...{ name, createdAt, counts, files: files.length, missing: missing.length },
  size: files.reduce((sum, { size }) => sum + size, 0),
})
