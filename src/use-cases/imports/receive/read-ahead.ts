import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import type { StoreResult, WorkoutToImport } from '@/use-cases/imports/store/store-workouts'
import { type ImportOptions, prepareWorkout } from './prepare-workout'
import { type PackedUpload, prepareForReading } from './unpack'

/** One item to import: an upload, or the declared values of a workout in an export. */
export interface Entry {
  name: string
  /** Size in bytes, compressed. */
  packedSize: number
  /**
   * Reads the entry. Calls `unpacked` with the path of its temporary file, so that the file is deleted unless it is
   * stored.
   */
  read: (unpacked: (path: string) => void) => Promise<EntryContent>
}

/** Short ids of the stored photos of an entry, and the names of those that cannot be read. */
interface EntryPhotos {
  photoIds?: readonly string[]
  unreadPhotos?: readonly string[]
}

/** Result of reading an entry: a new workout, one that exists already, or nothing to import. */
export type EntryContent =
  | ({ kind: 'new'; equipments?: DeferredEquipment } & WorkoutToImport & EntryPhotos)
  | ({ kind: 'present'; stored: StoreResult } & EntryPhotos)
  | { kind: 'left out'; reason: string }

/** The equipment of a workout, and the labels of items that are left out because they do not suit its sport. */
export interface SuitableEquipment {
  items: EquipmentView[]
  unsuitable: readonly string[]
}

/** The equipment of each workout of an entry, in order, and the labels of items that suit none of their sports. */
export interface EntryEquipment {
  items: readonly EquipmentView[][]
  unsuitable: readonly string[]
}

/**
 * Finds or creates the equipment of the workouts of an entry. Called only when these are stored, so that equipment is
 * created in the order of the entries.
 */
type DeferredEquipment = () => Promise<EntryEquipment>

/** Uploads to import one after the other. */
export interface Batch {
  options: ImportOptions
  uploads: readonly PackedUpload[]
  /** Maximum size of an unpacked file, in bytes. */
  maxBytes: number
}

export const entriesOf = (ctx: AppContext, { uploads, options, maxBytes }: Batch): Entry[] =>
  uploads.map((packed) => ({
    name: packed.name,
    packedSize: packed.packedSize,
    read: async (unpacked) => {
      const upload = await prepareForReading(ctx, packed, maxBytes)
      unpacked(upload.path)
      return { kind: 'new', ...(await prepareWorkout(ctx, upload, options)) }
    },
  }))

/** An entry being read, with its result or the error to report when its turn comes. */
export interface Reading {
  entry: Entry
  /** Path of its temporary file, until that is moved into the store. */
  path?: string | undefined
  /** Paths of its originals in the store, one for each of its workouts, until these are committed. */
  originals?: readonly string[] | undefined
  content?: EntryContent | undefined
  /** What is left out of its workout, for the report. */
  note?: string | undefined
  error?: unknown
}

/**
 * Maximum number of entries stored in one transaction. A larger group writes index pages that several entries change
 * only once.
 */
const MAX_GROUP = 12
/** Milliseconds that an entry waits for others to be stored in the same transaction. */
const MAX_WAIT = 100
/**
 * Maximum number of entries that are being read, measured or waiting to be stored. Keeps all processors busy while a
 * group is stored.
 */
const MAX_AHEAD = 2 * MAX_GROUP + 2 * availableParallelism()
/** Maximum compressed size of these entries, in bytes. A single entry may exceed it. */
const MAX_BYTES_AHEAD = 32 * 1024 * 1024

/** Reads entries ahead and returns them in order. */
export class ReadAhead {
  readonly #entries: readonly Entry[]
  readonly #ahead: { reading: Promise<Reading>; bytes: number }[] = []
  #next = 0

  constructor(entries: readonly Entry[]) {
    this.#entries = entries
  }

  /** Returns the next entries to store together; empty after the last one. */
  async nextGroup(): Promise<Reading[]> {
    this.#fill()
    const group: Reading[] = []
    const first = this.#ahead.shift()
    if (first === undefined) return group
    group.push(await first.reading)
    const timeout = Bun.sleep(MAX_WAIT)
    while (group.length < MAX_GROUP) {
      // Lets requests run before the next entry is read.
      await setImmediate()
      this.#fill()
      const next = this.#ahead[0]
      const reading = next && (await Promise.race([next.reading, timeout]))
      if (!reading) break
      this.#ahead.shift()
      group.push(reading)
    }
    this.#fill()
    return group
  }

  /** Waits for pending readings and deletes their temporary files. */
  async discard(): Promise<void> {
    for (const { reading } of this.#ahead.splice(0)) await discard(await reading)
  }

  #fill(): void {
    const entries = this.#entries
    let bytes = this.#ahead.reduce((sum, ahead) => sum + ahead.bytes, 0)
    for (
      let entry = entries[this.#next];
      entry !== undefined && this.#ahead.length < MAX_AHEAD;
      entry = entries[this.#next]
    ) {
      if (this.#ahead.length > 0 && bytes + entry.packedSize > MAX_BYTES_AHEAD) return
      bytes += entry.packedSize
      this.#ahead.push({ reading: read(entry), bytes: entry.packedSize })
      this.#next += 1
    }
  }
}

/** Deletes the temporary file of an entry, unless it was moved into the store. */
export async function discard({ path }: Reading): Promise<void> {
  if (path !== undefined) await rm(path, { force: true })
}

async function read(entry: Entry): Promise<Reading> {
  const reading: Reading = { entry }
  try {
    reading.content = await entry.read((path) => {
      reading.path = path
    })
  } catch (error) {
    reading.error = error
  }
  return reading
}
