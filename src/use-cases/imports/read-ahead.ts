import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import type { EquipmentView } from '@/db/queries/equipments'
import type { WorkoutRow } from '@/db/queries/workouts'
import { readWanted } from './import-file'
import type { ToBeJudged } from './store-judged'
import type { ReadRecording, Wanted } from './store-recording'
import { type PackedFile, toBeRead } from './unpack'

/** What all recordings of an import have in common. */
export type Prepared = Omit<Wanted, 'file'>

/** One thing to import: a recording, or what an export tells of a workout. */
export interface Entry {
  name: string
  /** Bytes as they are packed. */
  packedSize: number
  /** Reads it. `arrived` is told where its bytes are, so that they are removed unless they are kept. */
  read: (arrived: (path: string) => void) => Promise<Found>
}

/** What an entry turned out to be: a recording, a workout of numbers alone, one that is here already, or none. */
export type Found =
  | { kind: 'recording'; recording: ReadRecording; equipments?: LateEquipments }
  | ({ kind: 'numbers'; equipments?: LateEquipments } & ToBeJudged)
  | { kind: 'present'; workout: Pick<WorkoutRow, 'short_id'> }
  | { kind: 'left out'; reason: string }

/** Equipment that is looked for, and made, when the turn of its workout comes: in the order of the entries. */
type LateEquipments = () => Promise<EquipmentView[]>

/** Several recordings to import, one after the other. */
export interface Batch {
  prepared: Prepared
  files: readonly PackedFile[]
  /** Most bytes of a file once unpacked. */
  mostBytes: number
}

/** The recordings of a batch as entries. */
export const entriesOf = (ctx: AppContext, { files, prepared, mostBytes }: Batch): Entry[] =>
  files.map((file) => ({
    name: file.name,
    packedSize: file.packedSize,
    read: async (arrived) => {
      const there = await toBeRead(ctx, file, mostBytes)
      arrived(there.path)
      return { kind: 'recording', recording: await readWanted(ctx, { ...prepared, file: there }) }
    },
  }))

/** An entry on its way; what went wrong is kept until its turn. */
export interface Reading {
  entry: Entry
  /** Where its bytes have arrived, until they are moved to where they are kept. */
  path?: string | undefined
  found?: Found
  error?: unknown
}

/** Entries that are stored together: pages of indexes that several of them change are written once. */
const LARGEST_GROUP = 12
/** Milliseconds that an entry which has been read waits for others to be stored with. */
const LONGEST_WAIT = 100
/** Entries being read, written or waiting to be stored: all processors are busy while a group is stored. */
const MOST_AHEAD = 2 * LARGEST_GROUP + 2 * availableParallelism()
/** Packed bytes of all entries ahead, but for the first. */
const MOST_BYTES_AHEAD = 32 * 1024 * 1024

/** Reads entries ahead and hands them out in their order. */
export class ReadAhead {
  readonly #entries: readonly Entry[]
  readonly #ahead: { reading: Promise<Reading>; bytes: number }[] = []
  #next = 0

  constructor(entries: readonly Entry[]) {
    this.#entries = entries
  }

  /** The next entries to be stored together; none after the last one. */
  async nextGroup(): Promise<Reading[]> {
    this.#fill()
    const group: Reading[] = []
    const first = this.#ahead.shift()
    if (first === undefined) return group
    group.push(await first.reading)
    const patience = Bun.sleep(LONGEST_WAIT)
    while (group.length < LARGEST_GROUP) {
      // Requests go before each entry of which the reading is begun.
      await setImmediate()
      this.#fill()
      const next = this.#ahead[0]
      const reading = next && (await Promise.race([next.reading, patience]))
      if (!reading) break
      this.#ahead.shift()
      group.push(reading)
    }
    this.#fill()
    return group
  }

  /** Waits for what is still being read, and removes it. */
  async discard(): Promise<void> {
    for (const { reading } of this.#ahead.splice(0)) await discard(await reading)
  }

  #fill(): void {
    const entries = this.#entries
    let bytes = this.#ahead.reduce((sum, ahead) => sum + ahead.bytes, 0)
    for (
      let entry = entries[this.#next];
      entry !== undefined && this.#ahead.length < MOST_AHEAD;
      entry = entries[this.#next]
    ) {
      if (this.#ahead.length > 0 && bytes + entry.packedSize > MOST_BYTES_AHEAD) return
      bytes += entry.packedSize
      this.#ahead.push({ reading: read(entry), bytes: entry.packedSize })
      this.#next += 1
    }
  }
}

/** Removes what has arrived of an entry, unless it was moved to where it is kept. */
export async function discard({ path }: Reading): Promise<void> {
  if (path !== undefined) await rm(path, { force: true })
}

async function read(entry: Entry): Promise<Reading> {
  const reading: Reading = { entry }
  try {
    reading.found = await entry.read((path) => {
      reading.path = path
    })
  } catch (error) {
    reading.error = error
  }
  return reading
}
