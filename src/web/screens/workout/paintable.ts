import { axisValues, seriesOf } from '@/web/charts/series'
import { smoothed } from '@/web/charts/smooth'
import { gradientsOf, isPlaced, type Track } from '@/web/charts/track'
import type { UnitSystem } from '@/web/format/units'
import type { PaintKey } from '@/web/map/paint'

/** Readings by which a way can be painted, in the reader's units; null where there is none. */
export type PaintOffer = { key: PaintKey; read: () => readonly (number | null)[] }

const KEYS = ['pace', 'speed', 'hr', 'power'] as const

/** What was measured along a track and can be told by colours, smoothed so that the colours do not flicker. */
export function paintable(track: Track, units: UnitSystem, swims: boolean): PaintOffer[] {
  if (!isPlaced(track)) return []
  const series = seriesOf(track.points, units, swims)
  const measured = KEYS.flatMap((key) => {
    const line = series.find((one) => one.key === key)
    if (!line) return []
    const read = () => smoothed(line, axisValues(track, 'time', { units }), 'light').values
    return [{ key, read }]
  })
  const gradients = gradientsOf(track)
  return gradients.some((value) => value !== null)
    ? [...measured, { key: 'gradient', read: () => gradients }]
    : measured
}
