import type { LatLngTuple } from 'leaflet'

/** Lines as the API sends them: longitude before latitude. */
export type Line = readonly (readonly number[])[]

/** Lines as Leaflet wants them; positions without two numbers are left out. */
export function toLatLngs(lines: readonly Line[]): LatLngTuple[][] {
  return lines.map((line) =>
    line.flatMap(([longitude, latitude]): LatLngTuple[] =>
      longitude === undefined || latitude === undefined ? [] : [[latitude, longitude]],
    ),
  )
}
