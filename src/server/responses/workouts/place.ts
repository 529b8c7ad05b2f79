import { type Static, Type } from '@sinclair/typebox'
import { nullable, text } from '@/server/responses/fields'

export const place = Type.Object(
  {
    addresstype: nullable(text('Type of place in OpenStreetMap.')),
    coordinates: text('`latitude,longitude`, as filters of workouts take them.'),
    display_name: nullable(text('Full name with its region.')),
    name: nullable(text('Name.')),
    osm_id: text(
      'Kind and number in OpenStreetMap, for example `r7444`; `g` and a number for a place of the list that is part of the server.',
    ),
  },
  { $id: 'Place', description: 'A place found by its name.' },
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

const namedPlace = Type.Object(
  {
    country: text('Name of the country in the requested language.'),
    country_code: text('ISO 3166-1 alpha-2.'),
    name: text('Name of the town or village.'),
  },
  { $id: 'NamedPlace', description: 'A town or village near a position.' },
)

export const workoutPlaces = Type.Object(
  {
    end: nullable(namedPlace),
    highest: nullable(namedPlace),
    start: nullable(namedPlace),
  },
  { $id: 'WorkoutPlaces', description: 'Where a workout began and ended, and its highest point.' },
)

interface TownView {
  name: string
  country: string
  countryName: string
}

const presentTown = (town: TownView | undefined): Static<typeof namedPlace> | null =>
  town === undefined
    ? null
    : { country: town.countryName, country_code: town.country, name: town.name }

export const presentWorkoutPlaces = ({
  start,
  end,
  highest,
}: Record<'start' | 'end' | 'highest', TownView | undefined>): Static<typeof workoutPlaces> => ({
  end: presentTown(end),
  highest: presentTown(highest),
  start: presentTown(start),
})
