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
export const presentPlace = (place: PlaceView) => ({
  addresstype: place.addressType,
  coordinates: `${place.lat},${place.lon}`,
  display_name: place.displayName,
  name: place.name,
  osm_id: place.osmId,
})
