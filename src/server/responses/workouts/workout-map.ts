import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { MultiLineString, Position } from '@/domain/tracks/geometry/geojson'
import { nullable, numericId, shortId, text, visibility } from '@/server/responses/fields'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { type Bounded, bounds, presentBounds } from './workout-summary'

const position = Type.Unsafe<Position>(
  Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Longitude, latitude in degrees.',
  }),
)
const line = Type.Array(position)

export const point = Type.Object({ coordinates: position, type: Type.Literal('Point') })
export const lineString = Type.Object({ coordinates: line, type: Type.Literal('LineString') })
export const multiLineString = Type.Object(
  { coordinates: Type.Array(line), type: Type.Literal('MultiLineString') },
  { description: 'One line for each segment.' },
)

type Geometry = MultiLineString | { type: 'Point'; coordinates: Position }

/** A workout drawn on a map. */
interface DrawnWorkout<Drawn extends Geometry> {
  workout: Bounded & Pick<WorkoutRow, 'short_id' | 'sport_id' | 'title' | 'workout_visibility'>
  geometry: Drawn
}

const featureProperties = Type.Object({
  bounds,
  id: shortId('The workout.'),
  sport_id: numericId('The sport.'),
  title: nullable(text('Title.')),
  workout_visibility: visibility('Who can see the workout.'),
})

/** Schema of workouts on a map, as GeoJSON. */
export const featureCollection = <Drawn extends TSchema>(geometry: Drawn) =>
  Type.Object({
    bbox: Type.Array(Type.Number(), {
      description: 'West, south, east, north of all features; empty without any.',
    }),
    features: Type.Array(
      Type.Object({
        geometry,
        properties: featureProperties,
        type: Type.Literal('Feature'),
      }),
    ),
    type: Type.Literal('FeatureCollection'),
  })

type FeatureCollection<Drawn extends Geometry> = Static<
  ReturnType<typeof featureCollection<TUnsafe<Drawn>>>
>

export const presentFeatures = <Drawn extends Geometry>(
  drawn: readonly DrawnWorkout<Drawn>[],
): FeatureCollection<Drawn> => ({
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
    type: 'Feature',
  })),
  type: 'FeatureCollection',
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
