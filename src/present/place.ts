import { type Static, Type } from '@sinclair/typebox'
import { nullable, text } from './scalars'

export const place = Type.Object(
  {
    addresstype: nullable(text('What kind of place it is, in the words of OpenStreetMap.')),
    coordinates: text('`latitude,longitude`, as filters of workouts take them.'),
    display_name: nullable(text('Name with what it lies in.')),
    name: nullable(text('Name.')),
    osm_id: text('Kind and number in OpenStreetMap, for example `r7444`.'),
  },
  { $id: 'Place', description: 'A place found by its name or number.' },
)
export type Place = Static<typeof place>

/** A place that was found; coordinates in degrees, as text. */
interface PlaceView {
  addressType: string | null
  lat: string
  lon: string
  displayName: string | null
  name: string | null
  osmId: string
}

/** A place, with its coordinates as filters of workouts take them. */
export const presentPlace = (place: PlaceView): Place => ({
  addresstype: place.addressType,
  coordinates: `${place.lat},${place.lon}`,
  display_name: place.displayName,
  name: place.name,
  osm_id: place.osmId,
})
