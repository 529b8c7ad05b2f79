import type { WorkoutRow } from '@/db/queries/workouts'
import type { MultiLineString, Position } from '@/tracks/geometry/geojson'
import { presentBounds } from './workout'

type Geometry = MultiLineString | { type: 'Point'; coordinates: Position }

/** A workout drawn on a map. */
interface DrawnWorkout<Drawn extends Geometry> {
  workout: WorkoutRow
  geometry: Drawn
}

/** The Feature collection object of the API; `bbox` holds all geometries: west, south, east, north. */
export const presentFeatures = <Drawn extends Geometry>(drawn: readonly DrawnWorkout<Drawn>[]) => ({
  bbox: boxAround(drawn.map(({ geometry }) => geometry)),
  features: drawn.map(({ workout, geometry }) => ({
    geometry,
    properties: {
      bounds: presentBounds(workout),
      id: workout.short_id,
      sport_id: workout.sport_id,
      title: workout.title,
      workout_visibility: workout.workout_visibility,
    },
    type: 'Feature' as const,
  })),
  type: 'FeatureCollection' as const,
})

function boxAround(geometries: readonly Geometry[]): number[] {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  const include = ([lon, lat]: Position) => {
    box.west = Math.min(box.west, lon)
    box.south = Math.min(box.south, lat)
    box.east = Math.max(box.east, lon)
    box.north = Math.max(box.north, lat)
  }
  for (const geometry of geometries) {
    if (geometry.type === 'Point') include(geometry.coordinates)
    else for (const line of geometry.coordinates) line.forEach(include)
  }
  return geometries.length === 0 ? [] : [box.west, box.south, box.east, box.north]
}
