import { type Outline, outlineOf } from '@/analysis/outline'
import type { Db } from '@/db/open'
import { listPiecesOfWorkout } from '@/db/queries/segment-pieces'
import { readPiece } from '@/tracks/geometry/pieces'

/** The outline of a recording, from its simplified line; without any place where the recording has no positions. */
export async function loadOutline(db: Db, workoutId: number): Promise<Outline> {
  const places: number[] = []
  const breaks: number[] = []
  let segment: number | undefined
  for (const piece of await listPiecesOfWorkout(db, workoutId)) {
    const { coordinates, unitsPerMetre } = readPiece(piece.places)
    const isContinued = segment === piece.segment_id
    if (segment !== undefined && !isContinued) breaks.push(places.length / 3)
    // A piece begins where the one before ends.
    for (let i = isContinued ? 3 : 0; i < coordinates.length; i++)
      places.push((coordinates[i] ?? Number.NaN) / unitsPerMetre)
    segment = piece.segment_id
  }
  return outlineOf(Float64Array.from(places), breaks)
}
