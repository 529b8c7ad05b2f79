import { LABELS } from './map-style'
import type { SceneLabel } from './vector-scene'

/** A label at its place in a picture, in pixels. */
export interface PlacedLabel extends SceneLabel {
  /** Its width in the picture. */
  width: number
}

/** Zoom levels below which kinds of labels are not shown. */
const MIN_ZOOM = { peak: 11, street: 15, water: 8, suburb: 12 } as const
/** Pixels that stay free around a label. */
const GAP = 4

/**
 * Chooses labels that do not overlap, the most important ones, for a picture at a zoom level. `scale` is how many
 * pixels of the picture a pixel of the tile takes.
 */
export function chooseLabels(
  labels: readonly (SceneLabel & { scale: number })[],
  zoom: number,
  measure: (text: string, size: number) => number,
): PlacedLabel[] {
  const chosen: PlacedLabel[] = []
  for (const label of labels.toSorted((one, other) => one.rank - other.rank)) {
    if (!isShown(label, zoom)) continue
    const placed = { ...label, width: measure(label.text, LABELS[label.kind].size) }
    if (label.along && label.along.length * label.scale < placed.width) continue
    if (!chosen.some((other) => overlap(placed, other))) chosen.push(placed)
  }
  return chosen
}

function isShown({ kind, minZoom }: SceneLabel, zoom: number): boolean {
  const first = kind in MIN_ZOOM ? MIN_ZOOM[kind as keyof typeof MIN_ZOOM] : 0
  return zoom >= first && zoom >= minZoom
}

/** Whether the boxes of two labels, which are centred at their places, overlap. */
function overlap(one: PlacedLabel, other: PlacedLabel): boolean {
  const [a, b] = [boxOf(one), boxOf(other)]
  return (
    Math.abs(one.x - other.x) < (a.width + b.width) / 2 + GAP &&
    Math.abs(one.y - other.y) < (a.height + b.height) / 2 + GAP
  )
}

function boxOf({ kind, width, along }: PlacedLabel) {
  const height: number = LABELS[kind].size
  const [cos, sin] = [Math.abs(Math.cos(along?.angle ?? 0)), Math.abs(Math.sin(along?.angle ?? 0))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}
