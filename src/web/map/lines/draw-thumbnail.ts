import { THUMBNAIL_SIZE, type Thumbnail } from '@/domain/reference/thumbnail'
import { type LineSet, partsOf } from './decode-lines'

const { width, height } = THUMBNAIL_SIZE

/** Draws the line at a position of an overview as a thumbnail, like those that the server sends with workouts. */
export function drawLineThumbnail(set: LineSet, position: number): Thumbnail {
  const [left = 0, top = 0, right = 0, bottom = 0] = set.boxes.subarray(
    4 * position,
    4 * position + 4,
  )
  const scale = Math.min(width / (right - left || 1), height / (bottom - top || 1))
  const toX = (x: number) => Math.round((x - (left + right) / 2) * scale + width / 2)
  const toY = (y: number) => Math.round((y - (top + bottom) / 2) * scale + height / 2)
  const parts = [...partsOf(set, position)].map(([start, end]) => {
    const places: string[] = []
    for (let i = start; i < end; i++) {
      const place = `${toX(set.x[i] ?? 0)} ${toY(set.y[i] ?? 0)}`
      if (place !== places.at(-1)) places.push(place)
    }
    return `M${places.join('L')}`
  })
  return { kind: 'route', path: parts.join('') }
}
