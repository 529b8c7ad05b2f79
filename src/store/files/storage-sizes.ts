import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/lib/config/config'
import { type Clock, MINUTE } from '@/lib/time/clock'
import { type Files, measureFolder } from './stored-files'

/** Bytes in folders that are too large to measure for every request. */
interface FolderSizes {
  originals: number
  pictures: number
  photos: number
  exports: number
  tiles: number
  /** Full backups and nightly copies of the database. */
  backups: number
}

/** The storage that a server uses, in bytes by kind. */
export interface StorageSizes {
  database: number
  wal: number
  /** Undefined until they have been measured for the first time. */
  folders: FolderSizes | undefined
  /** When the folders were measured, in milliseconds since the Unix epoch. */
  measuredAt: number | undefined
}

interface Deps {
  config: Pick<Config, 'backup' | 'databaseFile' | 'dataDir' | 'map'>
  files: Pick<Files, 'measure'>
  clock: Clock
}

/** Milliseconds after which the folders are measured again on the next request. */
const LIFETIME = 15 * MINUTE

/** Measures the storage of a server. Folders are measured in the background, at most every 15 minutes. */
export class StorageGauge {
  readonly #deps: Deps
  #last: { folders: FolderSizes; measuredAt: number; elapsed: number } | undefined
  #measuring: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns the latest sizes at once, and starts to measure the folders again if that was long ago. */
  read(): StorageSizes {
    const { clock, config } = this.#deps
    const isOld = !this.#last || clock.elapsed() - this.#last.elapsed >= LIFETIME
    if (isOld) void this.measure()
    return {
      database: sizeOf(config.databaseFile),
      wal: sizeOf(`${config.databaseFile}-wal`),
      folders: this.#last?.folders,
      measuredAt: this.#last?.measuredAt,
    }
  }

  /** Measures the folders, or waits until the measurement in progress is complete. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measureFolders().finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  /** A folder that cannot be read, or a bucket that does not respond, is measured again with the next request. */
  async #measureFolders(): Promise<void> {
    const { clock, config, files } = this.#deps
    const bytes = async (measured: Promise<{ bytes: number }>) => (await measured).bytes
    try {
      const copies = await bytes(measureFolder(join(config.dataDir, 'backups')))
      const full = config.backup ? await bytes(measureFolder(config.backup.to)) : 0
      const folders = {
        originals: await bytes(files.measure('workouts')),
        pictures: await bytes(files.measure('pictures')),
        photos: await bytes(files.measure('photos')),
        exports: await bytes(files.measure('exports')),
        tiles: await bytes(measureFolder(config.map.cacheFolder)),
        backups: copies + full,
      }
      this.#last = { folders, measuredAt: clock.now(), elapsed: clock.elapsed() }
    } catch {
      this.#last = undefined
    }
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
