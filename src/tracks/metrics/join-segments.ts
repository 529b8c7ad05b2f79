import type { Segment } from '@/tracks/track'

/** One segment with the points of all, in order. */
export function joinSegments(segments: readonly Segment[]): Segment {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const join = (name: Exclude<keyof Segment, 'size'>): Float64Array => {
    const column = new Float64Array(size)
    let offset = 0
    for (const segment of segments) {
      column.set(segment[name], offset)
      offset += segment.size
    }
    return column
  }
  return {
    size,
    time: join('time'),
    lat: join('lat'),
    lon: join('lon'),
    ele: join('ele'),
    hr: join('hr'),
    cadence: join('cadence'),
    power: join('power'),
  }
}
