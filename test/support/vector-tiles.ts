import { gzipSync } from 'node:zlib'
import type { VectorFeature } from '@/domain/reference/vector-map/decode-vector-tile'

/** The content of a vector tile for tests; coordinates are in units of which the tile has 4096. */
export type TileLayers = Readonly<Record<string, readonly VectorFeature[]>>

const TYPES = ['', 'point', 'line', 'polygon']
const EXTENT = 4096

/** Encodes a vector tile, compressed with gzip as they are stored. */
export const packVectorTile = (layers: TileLayers): Uint8Array => gzipSync(encodeVectorTile(layers))

export const encodeVectorTile = (layers: TileLayers): Uint8Array =>
  Buffer.concat(
    Object.entries(layers).map(([name, features]) => field(3, encodeLayer(name, features))),
  )

function encodeLayer(name: string, features: readonly VectorFeature[]): Buffer {
  const keys: string[] = []
  const values: (string | number | boolean)[] = []
  const indexIn = <Value>(list: Value[], value: Value) => {
    if (!list.includes(value)) list.push(value)
    return list.indexOf(value)
  }
  const encoded = features.map(({ type, properties, lines }) => {
    const tags = Object.entries(properties).flatMap(([key, value]) => [
      indexIn(keys, key),
      indexIn(values, value),
    ])
    return Buffer.concat([
      field(2, numbers(tags)),
      number(3, TYPES.indexOf(type)),
      field(4, numbers(encodeGeometry(type, lines))),
    ])
  })
  return Buffer.concat([
    number(15, 2),
    field(1, Buffer.from(name)),
    ...encoded.map((feature) => field(2, feature)),
    ...keys.map((key) => field(3, Buffer.from(key))),
    ...values.map((value) => field(4, encodeValue(value))),
    number(5, EXTENT),
  ])
}

function encodeGeometry(type: VectorFeature['type'], lines: readonly number[][]): number[] {
  const commands: number[] = []
  let [x, y] = [0, 0]
  const add = (points: readonly number[]) => {
    for (let i = 0; i < points.length; i += 2) {
      const [nextX = 0, nextY = 0] = points.slice(i, i + 2)
      for (const step of [nextX - x, nextY - y]) commands.push((step << 1) ^ (step >> 31))
      ;[x, y] = [nextX, nextY]
    }
  }
  for (const line of lines) {
    commands.push((1 << 3) | 1)
    add(line.slice(0, 2))
    if (type === 'point') continue
    commands.push(((line.length / 2 - 1) << 3) | 2)
    add(line.slice(2))
    if (type === 'polygon') commands.push((1 << 3) | 7)
  }
  return commands
}

function encodeValue(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return field(1, Buffer.from(value))
  if (typeof value === 'boolean') return number(7, Number(value))
  if (Number.isInteger(value)) return number(5, value)
  const bytes = Buffer.alloc(9)
  bytes[0] = (3 << 3) | 1
  bytes.writeDoubleLE(value, 1)
  return bytes
}

function numbers(values: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value >>> 0
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

const number = (id: number, value: number) => numbers([id << 3, value])
const field = (id: number, bytes: Uint8Array) =>
  Buffer.concat([numbers([(id << 3) | 2, bytes.length]), bytes])

const square = (from: number, to: number) => [from, from, to, from, to, to, from, to]

/** A tile of Protomaps: a lake in the middle of a wood, a road across it, and a town. */
export const PROTOMAPS_TILE: TileLayers = {
  earth: [{ type: 'polygon', properties: { kind: 'earth' }, lines: [square(0, EXTENT)] }],
  landuse: [{ type: 'polygon', properties: { kind: 'wood' }, lines: [square(0, EXTENT)] }],
  water: [{ type: 'polygon', properties: { kind: 'lake' }, lines: [square(1024, 3072)] }],
  roads: [
    {
      type: 'line',
      properties: { kind: 'major_road', kind_detail: 'primary', name: 'Ring' },
      lines: [[0, 2048, EXTENT, 2048]],
    },
  ],
  places: [
    {
      type: 'point',
      properties: { kind: 'locality', kind_detail: 'town', name: 'Adorf', population_rank: 6 },
      lines: [[2048, 600]],
    },
  ],
}

/** The same in the schema of OpenMapTiles. */
export const OPENMAPTILES_TILE: TileLayers = {
  landcover: [{ type: 'polygon', properties: { class: 'wood' }, lines: [square(0, EXTENT)] }],
  water: [{ type: 'polygon', properties: { class: 'lake' }, lines: [square(1024, 3072)] }],
  transportation: [
    { type: 'line', properties: { class: 'primary' }, lines: [[0, 2048, EXTENT, 2048]] },
  ],
  transportation_name: [
    {
      type: 'line',
      properties: { class: 'primary', name: 'Ring' },
      lines: [[0, 2048, EXTENT, 2048]],
    },
  ],
  place: [
    { type: 'point', properties: { class: 'town', name: 'Adorf', rank: 10 }, lines: [[2048, 600]] },
  ],
}
