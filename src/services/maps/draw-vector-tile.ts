import { chooseLabels, type PlacedLabel } from '@/domain/reference/vector-map/choose-labels'
import { VECTOR_TILE_SIZE } from '@/domain/reference/vector-map/decode-vector-tile'
import { LABELS, lineAt, MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import type { SceneLabel, VectorScene } from '@/domain/reference/vector-map/vector-scene'
import type { PartOfTile } from './map-file/overzoom'
import type { PlacedTile } from './map-view'
import { loadTextOutlines, type TextOutlines, toDrawable } from './text-outlines'

/** A vector tile, or a part of it, and its place in a picture. */
export interface PlacedScene {
  scene: VectorScene
  part: PartOfTile
  place: PlacedTile
}

const COLORS = MAP_COLOURS.light

/** Draws a vector tile, or a part of it, as SVG of `VECTOR_TILE_SIZE`, without labels. Browsers draw the same. */
export function drawVectorTile({ scene, part, place: { z } }: PlacedScene): string {
  const shapes = scene.shapes.map(({ paint, lines }) => {
    const line = lineAt(paint, z)
    return { color: COLORS[paint], line, path: toPath(lines, part) }
  })
  const areas = shapes.filter(({ line }) => !line)
  const lines = shapes.flatMap(({ line, ...shape }) => (line ? [{ ...shape, ...line }] : []))
  const size = VECTOR_TILE_SIZE
  return [
    `<rect width="${size}" height="${size}" fill="${COLORS.land}"/>`,
    ...areas.map(({ path, color }) => `<path d="${path}" fill="${color}"/>`),
    '<g fill="none" stroke-linejoin="round">',
    ...lines.map(({ path, casing }) =>
      casing ? `<path d="${path}" stroke="${COLORS.casing}" stroke-width="${casing}"/>` : '',
    ),
    ...lines.map(
      ({ path, color, width, dashes }) =>
        `<path d="${path}" stroke="${color}" stroke-width="${width.toFixed(2)}"${dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : ''}/>`,
    ),
    '</g>',
  ].join('')
}

/** Converts lines of a tile to the pixels of a part of it. */
function toPath(
  lines: readonly (readonly number[])[],
  { left, top, share }: Pick<PartOfTile, 'left' | 'top' | 'share'>,
): string {
  const [x, y] = [left * VECTOR_TILE_SIZE, top * VECTOR_TILE_SIZE]
  return lines
    .map((line) => {
      const points: string[] = []
      for (let i = 0; i < line.length; i += 2)
        points.push(
          `${(((line[i] ?? 0) - x) / share).toFixed(1)} ${(((line[i + 1] ?? 0) - y) / share).toFixed(1)}`,
        )
      return `M${points.join('L')}`
    })
    .join('')
}

/** Draws the labels of all tiles of a picture as SVG, so that they do not overlap. */
export async function drawVectorLabels(
  scenes: readonly PlacedScene[],
  magnification = 1,
): Promise<string> {
  const zoom = scenes[0]?.place.z ?? 0
  const outlines = await loadTextOutlines()
  const measure = (text: string, size: number) =>
    outlines.measure(toDrawable(text), size * magnification)
  return chooseLabels(scenes.flatMap(placeLabels), zoom, measure)
    .map((label) => drawLabel(label, magnification, outlines))
    .join('')
}

/** The labels in the visible part of a tile, at their places in the picture. */
function placeLabels({ scene, part, place }: PlacedScene): (SceneLabel & { scale: number })[] {
  return scene.labels.flatMap((label) => {
    const x = (label.x - part.left * VECTOR_TILE_SIZE) / part.share
    const y = (label.y - part.top * VECTOR_TILE_SIZE) / part.share
    const isHere = x >= 0 && y >= 0 && x < VECTOR_TILE_SIZE && y < VECTOR_TILE_SIZE
    return isHere ? [{ ...label, scale: 1 / part.share, x: x + place.left, y: y + place.top }] : []
  })
}

function drawLabel(
  { text, kind, x, y, width, along }: PlacedLabel,
  magnification: number,
  outlines: TextOutlines,
): string {
  const size = LABELS[kind].size * magnification
  const fill = kind === 'water' ? COLORS.waterLabel : COLORS.label
  const place = { x: -width / 2, y: size * 0.35, size, fill, halo: COLORS.land }
  const angle = ((along?.angle ?? 0) * 180) / Math.PI
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})">${outlines.draw(toDrawable(text), place)}</g>`
}
