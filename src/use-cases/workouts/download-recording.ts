import { basename } from 'node:path'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { notFoundWith } from '@/errors'
import { isGzipped, unpackedName } from '@/lib/gzip-name'
import { isOwner } from '@/policy/visibility'
import { extensionOf } from '@/storage/upload-names'
import { decodePoints } from '@/tracks/streams/points-blob'
import { writeGpx } from '@/tracks/write-gpx'
import { VERSION } from '@/version'

/** A file to be saved under a name: one on disk, maybe as gzip data, or a text that is made up on the way. */
export type Download = { name: string; type: string } & (
  | { path: string; isGzipped: boolean }
  | { chunks: Iterator<string> }
)

const TYPES: Record<string, string> = {
  fit: 'application/vnd.ant.fit',
  gpx: 'application/gpx+xml',
  igc: 'application/vnd.fai.igc',
  json: 'application/json',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  pwx: 'application/xml',
  sml: 'application/xml',
  tcx: 'application/vnd.garmin.tcx+xml',
  xml: 'application/xml',
}

/**
 * The recording of one of the caller's workouts as it was uploaded. @throws 404 for anybody else's, or without
 * recording.
 */
export async function getOriginal(ctx: AppContext, caller: Caller, shortId: string) {
  return originalOf(ctx, await requireRecorded(ctx, caller, shortId))
}

/**
 * The recording of one of the caller's workouts as GPX: the original if it is one, else written from its points.
 * @throws 404 as above.
 */
export async function getGpx(ctx: AppContext, caller: Caller, shortId: string): Promise<Download> {
  const workout = await requireRecorded(ctx, caller, shortId)
  const original = unpackedName(workout.original_file)
  const extension = extensionOf(original)
  if (extension === 'gpx') return originalOf(ctx, workout)
  const segments = await listSegmentPoints(ctx.db, workout.id)
  const suffix = workout.source ? ` (from ${workout.source})` : ''
  return {
    name: `${basename(original, extension)}gpx`,
    type: TYPES.gpx ?? '',
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
): Promise<Download> {
  const path = await ctx.files.fetch(file)
  if (path === undefined) throw noOriginal(short_id)
  const name = unpackedName(file)
  const type = TYPES[extensionOf(name)] ?? 'application/octet-stream'
  return { name, type, path, isGzipped: isGzipped(file) }
}

const noOriginal = (shortId: string) =>
  notFoundWith({ original_file: [] }, `no original file for workout (id: ${shortId})`)
