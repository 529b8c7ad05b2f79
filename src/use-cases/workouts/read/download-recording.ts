import { basename } from 'node:path'
import { mediaTypeOf } from '@/domain/tracks/formats/recording-extensions'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import { writeGpx } from '@/domain/tracks/write-gpx'
import { notFoundWith } from '@/lib/errors'
import { isGzipped, unpackedName } from '@/lib/files/gzip-name'
import { VERSION } from '@/lib/version'
import type { Caller } from '@/policy/caller'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { findWorkout, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { extensionOf } from '@/store/files/upload-names'

/** A recording with its file name: a file on disk, possibly compressed with gzip, or generated text. */
export type FoundRecording = { name: string; type: string } & (
  | { path: string; isGzipped: boolean }
  | { chunks: Iterator<string> }
)

/**
 * Returns the original of one of the caller's workouts.
 *
 * @throws 404 when it belongs to another user or has no recording.
 */
export async function getOriginal(ctx: AppContext, caller: Caller, shortId: string) {
  return originalOf(ctx, await requireRecorded(ctx, caller, shortId))
}

/**
 * Returns the recording of one of the caller's workouts as GPX: the original, or else a file written from its points.
 *
 * @throws 404 when it belongs to another user or has no recording.
 */
export async function getGpx(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<FoundRecording> {
  const workout = await requireRecorded(ctx, caller, shortId)
  const original = unpackedName(workout.original_file)
  const extension = extensionOf(original)
  if (extension === 'gpx') return originalOf(ctx, workout)
  const segments = await listSegmentPoints(ctx.db, workout.id)
  const suffix = workout.source ? ` (from ${workout.source})` : ''
  return {
    name: `${basename(original, extension)}gpx`,
    type: mediaTypeOf('gpx') ?? '',
    chunks: writeGpx({
      creator: `Milepost v${VERSION.server}${suffix}`,
      calories: workout.calories,
      segments: segments.values().map(({ points }) => decodePoints(points)),
    }),
  }
}

type RecordedWorkout = WorkoutRow & { original_file: string }

async function requireRecorded(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<RecordedWorkout> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout || !isOwner(caller, workout.user_id))
    throw notFoundWith({ workout: [] }, `workout not found (id: ${shortId})`)
  const { original_file } = workout
  if (original_file === null) throw noOriginal(shortId)
  return { ...workout, original_file }
}

async function originalOf(
  ctx: AppContext,
  { short_id, original_file: file }: RecordedWorkout,
): Promise<FoundRecording> {
  const path = await ctx.files.fetch(file)
  if (path === undefined) throw noOriginal(short_id)
  const name = unpackedName(file)
  const type = mediaTypeOf(extensionOf(name)) ?? 'application/octet-stream'
  return { name, type, path, isGzipped: isGzipped(file) }
}

const noOriginal = (shortId: string) =>
  notFoundWith({ original_file: [] }, `no original file for workout (id: ${shortId})`)
