import { type Static, Type } from '@sinclair/typebox'
import { nullable, text } from '@/server/responses/fields'

export const place = Type.Object(
  {
    addresstype: nullable(text('Type of place in OpenStreetMap.')),
    coordinates: text('`latitude,longitude`, as filters of workouts take them.'),
    display_name: nullable(text('Full name with its region.')),
    name: nullable(text('Name.')),
    osm_id: text('Kind and number in OpenStreetMap, for example `r7444`.'),
  },
  { $id: 'Place', description: 'A place in OpenStreetMap.' },
)
export type Place = Static<typeof place>

/** A place. Coordinates are decimal degrees, as text. */
interface PlaceView {
  addressType: string | null
  lat: string
  lon: string
  displayName: string | null
  name: string | null
  osmId: string
}

/** Presents a place, with its coordinates in the format of workout filters. */
export const presentPlace = (place: PlaceView): Place => ({
  addresstype: place.addressType,
  coordinates: `${place.lat},${place.lon}`,
  display_name: place.displayName,
  name: place.name,
  osm_id: place.osmId,
})
