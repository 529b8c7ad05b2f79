import { type Outline, resampleLine } from '@/domain/analysis/outline'
import { readPiece } from '@/domain/tracks/geometry/pieces'
import type { Db } from '@/store/db/connections/open'
import { listSectionsOfWorkout } from '@/store/db/queries/workouts/segment-sections'

/** Loads the outline of a recording from its simplified track; empty when the recording has no positions. */
export async function loadOutline(db: Db, workoutId: number): Promise<Outline> {
  const places: number[] = []
  const breaks: number[] = []
  let segment: number | undefined
  for (const piece of await listSectionsOfWorkout(db, workoutId)) {
    const { coordinates, unitsPerMetre } = readPiece(piece.places)
    const first = [...coordinates.subarray(0, 3)].map((unit) => unit / unitsPerMetre)
    // Each piece begins with the last point of the previous one, except after a gap in the positions.
    const isContinued =
      segment === piece.segment_id && first.every((metres, i) => metres === places.at(i - 3))
    if (segment !== undefined && !isContinued) breaks.push(places.length / 3)
    for (let i = isContinued ? 3 : 0; i < coordinates.length; i++)
      places.push((coordinates[i] ?? Number.NaN) / unitsPerMetre)
    segment = piece.segment_id
  }
  return resampleLine(Float64Array.from(places), breaks)
}
