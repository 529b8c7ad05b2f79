import { VarintReader } from '@/domain/tracks/geometry/varints'

/** Longitude and latitude in degrees. */
type Place = [longitude: number, latitude: number]

/**
 * Decodes a response of `GET /api/workouts/lines` to degrees. Of a view, lines only have a position in the overview; of
 * an overview, everything else.
 */
export function decodeLinesResponse(bytes: Uint8Array) {
  const reader = new VarintReader(bytes)
  const [version, bits, set] = [reader.unsigned(), reader.unsigned(), reader.unsigned()]
  if (version !== 1) throw new Error(`unknown version ${version}`)
  const isOverview = reader.unsigned() === 1
  const count = reader.unsigned()
  const lineBytes = isOverview ? reader.unsigned() : 0
  const last = { minutes: 0, position: -1, x: 0, y: 0 }
  const lines = Array.from({ length: count }, () => {
    if (!isOverview) last.position += reader.unsigned()
    else last.minutes += reader.signed()
    const described = isOverview
      ? {
          date: last.minutes * 60_000,
          sportId: reader.unsigned(),
          distance: reader.unsigned() / 100,
        }
      : { position: last.position }
    return { ...described, parts: readParts(reader, last, bits) }
  })
  return {
    bits,
    set,
    lineBytes,
    lines: lines.map((line) =>
      isOverview ? { id: reader.text(), title: reader.text(), ...line } : line,
    ),
  } as {
    bits: number
    set: number
    lineBytes: number
    lines: {
      id?: string
      title?: string
      date?: number
      sportId?: number
      distance?: number
      position?: number
      parts: Place[][]
    }[]
  }
}

function readParts(reader: VarintReader, first: { x: number; y: number }, bits: number): Place[][] {
  first.x += reader.signed()
  first.y += reader.signed()
  let { x, y } = first
  const parts: Place[][] = []
  for (let isLast = false; !isLast; ) {
    const header = reader.unsigned()
    isLast = header % 2 === 0
    const isFirst = parts.length === 0
    parts.push(
      Array.from({ length: Math.floor(header / 2) }, (_, index): Place => {
        if (!isFirst || index > 0) {
          x += reader.signed()
          y += reader.signed()
        }
        return toDegrees(x / 2 ** bits, y / 2 ** bits)
      }),
    )
  }
  return parts
}

const toDegrees = (x: number, y: number): Place => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]
