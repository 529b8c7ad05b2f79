import { classifyFeature, isDrawnLayer } from './classify-feature'
import { decodeVectorTile, type Properties, VECTOR_TILE_SIZE } from './decode-vector-tile'
import { LABELS, type LabelKind, PAINTS, type Paint } from './map-style'

/** What a vector tile shows, in pixels of a tile of `VECTOR_TILE_SIZE`. */
export interface VectorScene {
  /** Lines and rings by how they are drawn, from the bottom to the top. */
  shapes: readonly { paint: Paint; lines: readonly number[][] }[]
  labels: readonly SceneLabel[]
}

export interface SceneLabel {
  text: string
  kind: LabelKind
  x: number
  y: number
  /** Of several labels in the same place, those with smaller numbers are shown. */
  rank: number
  /** For names of streets: radians, and the pixels that the street is straight for. */
  along?: { angle: number; length: number }
  /** The first zoom level at which it is shown, if the tile says so. */
  minZoom: number
}

const KINDS = Object.keys(LABELS)
/** Importance within a kind is less than this. */
const RANKS = 100

/** Reads what a vector tile shows. @throws RangeError when it is damaged */
export function readScene(bytes: Uint8Array): VectorScene {
  const shapes = new Map<Paint, number[][]>()
  const labels: SceneLabel[] = []
  for (const { name, features } of decodeVectorTile(bytes, isDrawnLayer))
    for (const feature of features) {
      const { paint, label } = classifyFeature(name, feature)
      const { properties, lines, type } = feature
      if (paint && type !== 'point') {
        const known = shapes.get(paint)
        if (known) known.push(...lines)
        else shapes.set(paint, [...lines])
      }
      if (label) labels.push(...createLabels(label, properties, lines))
    }
  return {
    shapes: PAINTS.flatMap((paint) => {
      const lines = shapes.get(paint)
      return lines ? [{ paint, lines }] : []
    }),
    labels,
  }
}

function createLabels(
  kind: LabelKind,
  properties: Properties,
  lines: readonly number[][],
): SceneLabel[] {
  const text = describe(kind, properties)
  if (!text) return []
  const label = {
    text,
    kind,
    rank: rankOf(kind, properties),
    minZoom: Number(properties.min_zoom) || 0,
  }
  if (kind === 'street') return lines.flatMap((line) => placeAlong(line, label) ?? [])
  return lines.flatMap(([x = 0, y = 0]) => (isInside(x, y) ? [{ ...label, x, y }] : []))
}

function describe(kind: LabelKind, { name, ele, elevation }: Properties): string {
  const text = typeof name === 'string' ? name : ''
  const height = Number(ele ?? elevation)
  return kind === 'peak' && text && height ? `${text} ${Math.round(height)}` : text
}

/** A smaller number is more important: first by the kind, then by what the schemas say about places. */
function rankOf(kind: LabelKind, { population_rank: size, rank }: Properties): number {
  const within = typeof size === 'number' ? 20 - size : typeof rank === 'number' ? rank : 50
  return KINDS.indexOf(kind) * RANKS + Math.min(Math.max(within, 0), RANKS - 1)
}

/** Points in the margin of a tile belong to its neighbour. */
const isInside = (x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < VECTOR_TILE_SIZE && y < VECTOR_TILE_SIZE

/** Places a name in the middle of the longest straight step of a line. */
function placeAlong(
  line: readonly number[],
  label: Omit<SceneLabel, 'x' | 'y'>,
): SceneLabel | undefined {
  let longest: SceneLabel | undefined
  for (let i = 2; i < line.length; i += 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = line.slice(i - 2, i + 2)
    const length = Math.hypot(toX - fromX, toY - fromY)
    if (length <= (longest?.along?.length ?? 0)) continue
    const [x, y] = [(fromX + toX) / 2, (fromY + toY) / 2]
    if (!isInside(x, y)) continue
    // Upright, whatever the direction of the street.
    const angle = Math.atan((toY - fromY) / (toX - fromX || 1e-9))
    longest = { ...label, x, y, along: { angle, length } }
  }
  return longest
}
