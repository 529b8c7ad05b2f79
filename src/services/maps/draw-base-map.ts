import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import baseMapFile from '@/domain/reference/base-map/base-map.br' with { type: 'file' }
import {
  type CutBaseMap,
  cutBaseMap,
  type MapPart,
  type PixelLine,
} from '@/domain/reference/base-map/cut-base-map'
import { decodeBaseMap } from '@/domain/reference/base-map/decode-base-map'
import { MAP_COLOURS } from '@/domain/reference/vector-map/map-style'
import { loadTextOutlines, type TextOutlines, toDrawable } from './text-outlines'

export const BASE_MAP_ATTRIBUTION = 'Natural Earth'

const COLORS = MAP_COLOURS.light
/** Size of labels in pixels, unless the picture is a large one. */
const LABEL_SIZE = 12

const decompress = promisify(brotliDecompress)

/**
 * Draws a part of the coarse map of the world as SVG. The map is decoded each time, which takes some milliseconds,
 * because it would occupy several megabytes of every worker for pictures that are rarely needed.
 */
export async function drawBaseMap(part: MapPart, labelSize = LABEL_SIZE): Promise<string> {
  const map = decodeBaseMap(await decompress(await Bun.file(baseMapFile).bytes()))
  const { land, lakes, borders, disputedBorders, labels } = cutBaseMap(map, part)
  const outlines = await loadTextOutlines()
  return [
    `<rect width="${part.width}" height="${part.height}" fill="${COLORS.water}"/>`,
    `<path d="${toPath(land, 'Z')}" fill="${COLORS.land}" fill-rule="evenodd"/>`,
    `<path d="${toPath(lakes, 'Z')}" fill="${COLORS.water}" fill-rule="evenodd"/>`,
    `<g fill="none" stroke="${COLORS.border}" stroke-width="1.25" stroke-linejoin="round">`,
    `<path d="${toPath(borders)}"/>`,
    `<path d="${toPath(disputedBorders)}" stroke-dasharray="5 4"/></g>`,
    ...labels.map((label) => drawLabel(label, labelSize, outlines)),
  ].join('')
}

/** Completes a drawing to an SVG document. */
export const toSvg = (drawing: string, { width, height }: { width: number; height: number }) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`,
  )

const toPath = (lines: readonly PixelLine[], end = ''): string =>
  lines
    .map((line) => {
      const points: string[] = []
      for (let i = 0; i < line.length; i += 2)
        points.push(`${line[i]?.toFixed(1)} ${line[i + 1]?.toFixed(1)}`)
      return `M${points.join('L')}${end}`
    })
    .join('')

/** Draws a dot with a name to its right, which has a halo. */
function drawLabel(
  { name, x, y }: CutBaseMap['labels'][number],
  size: number,
  outlines: TextOutlines,
): string {
  const place = {
    x: x + size * 0.4,
    y: y + size * 0.35,
    size,
    fill: COLORS.label,
    halo: COLORS.land,
  }
  const text = outlines.draw(toDrawable(name), place)
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size / 6}" fill="${COLORS.label}"/>${text}`
}
