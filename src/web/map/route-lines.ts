import type { LatLngTuple } from 'leaflet'

/** A line as returned by the API: longitude before latitude. */
export type Line = readonly (readonly number[])[]

/** Converts lines for Leaflet, with latitude before longitude; incomplete positions are omitted. */
export function toLatLngs(lines: readonly Line[]): LatLngTuple[][] {
  return lines.map((line) =>
    line.flatMap(([longitude, latitude]): LatLngTuple[] =>
      longitude === undefined || latitude === undefined ? [] : [[latitude, longitude]],
    ),
  )
}
