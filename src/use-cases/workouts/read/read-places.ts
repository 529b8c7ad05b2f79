import type { Place } from '@/domain/places/gazetteer'
import type { AppContext } from '@/services/context'
import { countryName } from '@/services/geocoding/gazetteer'
import {
  loadRecording,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
} from '@/use-cases/workouts/measure/stored-recording'

/** A place that a workout passed. */
export interface NamedPlace extends Place {
  countryName: string
}

/** The places of a workout; undefined where there is none nearby, or no position or elevation. */
export interface WorkoutPlaces {
  start: NamedPlace | undefined
  end: NamedPlace | undefined
  highest: NamedPlace | undefined
}

const MAP: RequestedPart = { needs: 'map', nothing: { places: null } }

/**
 * Returns the names of the places at the start, the end and the highest point of what the visitor sees of a workout.
 *
 * @throws 404 unless the visitor may see the map and the workout has a recording.
 */
export async function getPlaces(
  ctx: AppContext,
  { language, ...request }: RecordingRequest & { language: string | undefined },
): Promise<WorkoutPlaces> {
  const { workout, rules } = await requireRecorded(ctx, request, MAP)
  const { segments } = await loadRecording(ctx, workout, rules)
  const { first, last, highest } = findPositions(segments)
  const gazetteer = await ctx.loadGazetteer()
  const nameOf = (position: Position | undefined): NamedPlace | undefined => {
    const place = position && gazetteer.nearest(...position)
    return place && { ...place, countryName: countryName(place.country, language) }
  }
  return { start: nameOf(first), end: nameOf(last), highest: nameOf(highest) }
}

type Position = [latitude: number, longitude: number]

function findPositions(segments: readonly StoredSegment[]) {
  let [first, last, highest] = [undefined, undefined, undefined] as (Position | undefined)[]
  let peak = Number.NEGATIVE_INFINITY
  for (const { points } of segments)
    for (let i = 0; i < points.size; i++) {
      const [lat, lon] = [points.lat[i] ?? Number.NaN, points.lon[i] ?? Number.NaN]
      if (Number.isNaN(lat + lon)) continue
      last = [lat, lon]
      first ??= last
      const ele = points.ele[i] ?? Number.NaN
      if (ele > peak) [peak, highest] = [ele, last]
    }
  return { first, last, highest }
}
