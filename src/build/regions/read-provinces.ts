import { Database } from 'bun:sqlite'
import { nameRegion, type ProvinceNames } from './region-names'

/** A ring of longitudes and latitudes, whose last point is equal to the first. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

/** The first-level subdivision of a country; its name is empty in countries without any. */
export interface Region {
  country: string
  name: string
  rings: Ring[]
}

/** Reads the provinces of the world from a GeoPackage, and joins those of a region. */
export function readRegions(path: string): Region[] {
  const database = new Database(path, { readonly: true })
  const provinces = database
    .query<ProvinceNames & { geom: Uint8Array }, []>(
      'select iso_a2, name, fips, gu_a3, geom from states_provinces order by fid',
    )
    .all()
  database.close()
  const regions = new Map<string, Region>()
  for (const { geom, ...province } of provinces) {
    const named = nameRegion(province)
    if (!named) continue
    const key = `${named.country} ${named.region}`
    const known = regions.get(key) ?? { country: named.country, name: named.region, rings: [] }
    known.rings.push(...readRings(geom))
    regions.set(key, known)
  }
  return [...regions.values()].sort((one, other) =>
    `${one.country} ${one.name}` < `${other.country} ${other.name}` ? -1 : 1,
  )
}

/** Bytes of the boxes in front of a geometry, by the bits of its flags that say which one there is. */
const ENVELOPES = [0, 32, 48, 48, 64]
const HEADER = 8
const POLYGON = 3

/** Reads the rings of a polygon, or of several, from the binary format of GeoPackage and the OGC. */
function readRings(bytes: Uint8Array): Ring[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEADER + (ENVELOPES[((bytes[3] ?? 0) >> 1) & 7] ?? 0)
  const rings: Ring[] = []
  const readNumber = (): number => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const readPoint = (): [number, number] => {
    at += 16
    return [view.getFloat64(at - 16, true), view.getFloat64(at - 8, true)]
  }
  const readGeometry = (): void => {
    if (bytes[at] !== 1) throw new Error('only little-endian geometries are supported')
    at += 1
    const isPolygon = readNumber() === POLYGON
    for (let rest = readNumber(); rest > 0; rest--)
      if (isPolygon) rings.push(Array.from({ length: readNumber() }, readPoint))
      else readGeometry()
  }
  readGeometry()
  return rings
}
