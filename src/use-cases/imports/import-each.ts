import { rm } from 'node:fs/promises'
import type { AppContext } from '@/context'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { AppError } from '@/errors'
import { isPassing } from '@/lib/faults'
import { TrackError } from '@/tracks/track-error'
import { readRecording, requireRecording } from './import-file'
import {
  type ArrivedFile,
  type Import,
  type MeasuredRecording,
  storeRecording,
} from './store-recording'
import { type PackedFile, unpack } from './unpack'

/** What all recordings of an import have in common. */
export type Prepared = Omit<Import, 'file' | 'alongside'>

/** Several recordings to import, one after the other. */
export interface Batch {
  prepared: Prepared
  files: readonly PackedFile[]
  /** Most bytes of a file once unpacked. */
  mostBytes: number
}

/** Callbacks for the progress of an import. */
export interface BatchListener {
  /** Asked before each file is stored; false ends the import there. */
  shouldContinue?: () => Promise<boolean>
  /** Runs in the transaction that stores the workout of a file. */
  alongside?: (tx: InTransaction<AppContext>, file: PackedFile) => Promise<void>
  imported?: (workout: WorkoutRow, file: PackedFile) => void
  /** Called for a file that cannot be used, with the reason. */
  refused: (file: PackedFile, message: string) => Promise<void> | void
}

/**
 * Imports recordings, each in its own transaction; a fault in one does not stop the others. While one is being stored,
 * the next is already being read.
 *
 * @throws errors that are not a file's fault, such as a full disk; the files before it stay imported.
 */
export async function importEach(
  ctx: AppContext,
  batch: Batch,
  listener: BatchListener,
): Promise<void> {
  let ahead = batch.files[0] && readAhead(ctx, batch, batch.files[0])
  try {
    for (const [index, file] of batch.files.entries()) {
      const reading = await ahead
      if (!reading) return
      const next = batch.files[index + 1]
      if (!((await listener.shouldContinue?.()) ?? true)) return
      ahead = next && readAhead(ctx, batch, next)
      await finish(ctx, { batch, file, reading }, listener)
    }
  } finally {
    await discard(await ahead)
  }
}

/** A file that is read ahead; its error is kept until its turn. */
interface Reading {
  arrived?: ArrivedFile
  measured?: MeasuredRecording
  error?: unknown
}

async function readAhead(ctx: AppContext, batch: Batch, file: PackedFile): Promise<Reading> {
  const reading: Reading = {}
  try {
    reading.arrived = await unpack(ctx, file, batch.mostBytes)
    await requireRecording(reading.arrived)
    reading.measured = await readRecording(ctx, { ...batch.prepared, file: reading.arrived })
  } catch (error) {
    reading.error = error
  }
  return reading
}

async function finish(
  ctx: AppContext,
  { batch, file, reading }: { batch: Batch; file: PackedFile; reading: Reading },
  listener: BatchListener,
): Promise<void> {
  try {
    const { arrived, measured } = reading
    if (!arrived || !measured) return await listener.refused(file, refusalOf(reading.error))
    const alongside = async (tx: InTransaction<AppContext>) => listener.alongside?.(tx, file)
    const given = { ...batch.prepared, file: arrived, alongside }
    const workout = await storeRecording(ctx, given, measured)
    listener.imported?.(workout, file)
  } finally {
    await discard(reading)
  }
}

async function discard(reading: Reading | undefined): Promise<void> {
  if (reading?.arrived) await rm(reading.arrived.path, { force: true })
}

/** The reason why a file cannot be used. @throws errors that are not the file's fault. */
export function refusalOf(error: unknown): string {
  if (error instanceof TrackError) return error.message
  if (error instanceof AppError && !isPassing(error) && 'message' in error.body)
    return String(error.body.message)
  throw error
}
