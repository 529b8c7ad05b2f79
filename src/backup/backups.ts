import type { BackupSettings } from '@/config/config'
import type { OpenDatabase } from '@/db/open'
import type { Clock } from '@/lib/clock'
import type { Files } from '@/storage/files'
import { backUpInto } from './back-up-into'
import { listBackups, readManifest } from './folder'
import { BackupError, type Manifest } from './manifest'

/** What is told of a backup; the list of its files may be long. */
export interface BackupSummary extends Pick<Manifest, 'createdAt' | 'counts'> {
  name: string
  /** How many files are in it, their bytes, and how many were gone already. */
  files: number
  size: number
  missing: number
}

/** What is known of the backups that the server makes by itself. */
export interface BackupStatus {
  /** The newest one that is complete. */
  last: BackupSummary | null
  /** Why the last attempt of this process failed; null when it did not. */
  failure: { at: number; message: string } | null
}

/** The backups that the server makes by the clock. */
export interface Backups {
  /** Makes one now and removes those that are too many. @throws when it cannot be made. */
  make: () => Promise<Manifest>
  status: () => Promise<BackupStatus>
}

interface Source {
  database: Pick<OpenDatabase, 'sqlite'>
  dataDir: string
  files: Pick<Files, 'list' | 'fetch'>
  clock: Clock
}

/** Pages that are copied before requests get a turn: a megabyte. */
const PAGES_AT_ONCE = 256

export function openBackups(source: Source, settings: BackupSettings): Backups {
  const state: { failure: BackupStatus['failure']; last: BackupStatus['last'] } = {
    failure: null,
    last: null,
  }
  const { clock, ...rest } = source
  const make = () =>
    backUpInto(
      { folder: settings.to, keep: settings.keep },
      { ...rest, now: clock.now(), pagesAtOnce: PAGES_AT_ONCE },
    )
  return {
    make: async () => {
      try {
        const { name, manifest } = await make()
        state.failure = null
        state.last = summaryOf(name, manifest)
        return manifest
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        state.failure = { at: clock.now(), message }
        throw error
      }
    },
    status: async () => {
      const name = (await listBackups(settings.to)).at(-1)
      if (name === undefined) return { last: null, failure: state.failure }
      try {
        if (state.last?.name !== name)
          state.last = summaryOf(name, await readManifest(settings.to, name))
        return { last: state.last, failure: state.failure }
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
        return { last: null, failure: { at: clock.now(), message: error.message } }
      }
    },
  }
}

const summaryOf = (
  name: string,
  { createdAt, counts, files, missing }: Manifest,
): BackupSummary => ({
  ...{ name, createdAt, counts, files: files.length, missing: missing.length },
  size: files.reduce((sum, { size }) => sum + size, 0),
})
