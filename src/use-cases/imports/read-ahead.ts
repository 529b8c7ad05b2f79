import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { AppContext } from '@/context'
import { readWanted } from './import-file'
import type { ReadRecording, Wanted } from './store-recording'
import { type PackedFile, toBeRead } from './unpack'

/** What all recordings of an import have in common. */
export type Prepared = Omit<Wanted, 'file'>

/** Several recordings to import, one after the other. */
export interface Batch {
  prepared: Prepared
  files: readonly PackedFile[]
  /** Most bytes of a file once unpacked. */
  mostBytes: number
}

/** A file on its way; what went wrong is kept until its turn. */
export interface Reading {
  file: PackedFile
  /** Where it has arrived, until it is moved to where it is kept. */
  path?: string | undefined
  recording?: ReadRecording
  error?: unknown
}

/** Files that are stored together. */
const LARGEST_GROUP = 8
/** Milliseconds that a file which has been read waits for others to be stored with. */
const LONGEST_WAIT = 100
/** Files being read, written or waiting to be stored: all processors are busy while a group is stored. */
const MOST_AHEAD = 2 * LARGEST_GROUP + 2 * availableParallelism()
/** Packed bytes of all files ahead, but for the first. */
const MOST_BYTES_AHEAD = 32 * 1024 * 1024

/** Reads the files of a batch ahead and hands them out in their order. */
export class ReadAhead {
  readonly #ctx: AppContext
  readonly #batch: Batch
  readonly #ahead: { reading: Promise<Reading>; bytes: number }[] = []
  #next = 0

  constructor(ctx: AppContext, batch: Batch) {
    this.#ctx = ctx
    this.#batch = batch
  }

  /** The next files to be stored together; none after the last one. */
  async nextGroup(): Promise<Reading[]> {
    this.#fill()
    const group: Reading[] = []
    const first = this.#ahead.shift()
    if (first === undefined) return group
    group.push(await first.reading)
    const patience = Bun.sleep(LONGEST_WAIT)
    while (group.length < LARGEST_GROUP) {
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
    const { files } = this.#batch
    let bytes = this.#ahead.reduce((sum, ahead) => sum + ahead.bytes, 0)
    for (
      let file = files[this.#next];
      file !== undefined && this.#ahead.length < MOST_AHEAD;
      file = files[this.#next]
    ) {
      if (this.#ahead.length > 0 && bytes + file.packedSize > MOST_BYTES_AHEAD) return
      bytes += file.packedSize
      this.#ahead.push({ reading: read(this.#ctx, this.#batch, file), bytes: file.packedSize })
      this.#next += 1
    }
  }
}

/** Removes what has arrived of a file, unless it was moved to where it is kept. */
export async function discard({ path }: Reading): Promise<void> {
  if (path !== undefined) await rm(path, { force: true })
}

async function read(ctx: AppContext, batch: Batch, file: PackedFile): Promise<Reading> {
  const reading: Reading = { file }
  try {
    const arrived = await toBeRead(ctx, file, batch.mostBytes)
    reading.path = arrived.path
    reading.recording = await readWanted(ctx, { ...batch.prepared, file: arrived })
  } catch (error) {
    reading.error = error
  }
  return reading
}
