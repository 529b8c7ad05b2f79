import { describe, expect, test } from 'bun:test'
import { type ChartDisplay, chartRows } from '@/domain/tracks/geometry/chart'
import type { Metrics } from '@/domain/tracks/metrics/metrics'
import { type MetricOptions, summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import type { Segment } from '@/domain/tracks/track'
import { formatDuration } from '@/lib/time/duration'
import { isoUtcText } from '@/lib/time/utc-text'
import { CYCLING, EIGHT, HOUR, SECOND, segmentOf, trackOf } from '../../support/segments'

/** Numbers that the reference server returned for known recordings. */
const WALKING: MetricOptions = { ...CYCLING, stoppedSpeedThreshold: 0.1 }
const CHART: ChartDisplay = {
  ...{ position: true, speed: true, pace: true, cadence: 'none' },
  ...{ power: false, elevation: true, hr: false },
}
const text = (seconds: number | null) => (seconds === null ? null : formatDuration(seconds, 'days'))

function shown({ duration, moving, pauses, avePace, bestPace, ...rest }: Metrics) {
  return {
    ...rest,
    ...{ duration: text(duration), moving: text(moving), pauses: text(pauses) },
    ...{ avePace: text(avePace), bestPace: text(bestPace) },
  }
}

const read = (name: string, text: string) =>
  readTrack(name, new TextEncoder().encode(text), {
    segmentsCreationEvent: 'only_manual',
    acceptWithoutGps: true,
  })

describe('V1, a GPX file of a ride with a stop and a jump,', async () => {
  const lat = (i: number): number => {
    const step = i >= 20 && i <= 23 ? 0.000001 : i === 40 ? 0.0005 : 0.0001
    return (i === 0 ? 48 : lat(i - 1)) + step
  }
  const points = Array.from({ length: 60 }, (_, i) => {
    const ele = (100 + 5 * Math.sin(i / 5)).toFixed(1)
    const time = isoUtcText(EIGHT + i * 5 * SECOND)
    return `<trkpt lat="${lat(i).toFixed(6)}" lon="2.0"><ele>${ele}</ele><time>${time}</time></trkpt>`
  })
  const track = await read(
    'v1.gpx',
    `<?xml version="1.0"?>
<gpx version="1.1" creator="vector" xmlns="http://www.topografix.com/GPX/1/1">
<trk><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  )

  test('gives the numbers of a cycling sport', () => {
    expect(shown(summarise(track, CYCLING).metrics)).toMatchObject({
      ...{ distance: 0.66, duration: '0:04:55', moving: '0:04:35', pauses: '0:00:20' },
      ...{ aveSpeed: 8.64, maxSpeed: 8.05, ascent: 16.23, descent: 19.73 },
      ...{ minAlt: 95, maxAlt: 105 },
    })
  })

  test('gives the numbers of a cycling sport with raw speeds', () => {
    expect(shown(summarise(track, { ...CYCLING, useRawSpeed: true }).metrics)).toMatchObject({
      ...{ distance: 0.66, duration: '0:04:55', moving: '0:04:35', pauses: '0:00:20' },
      ...{ aveSpeed: 8.64, maxSpeed: 24.05, ascent: 16.23, descent: 19.73 },
    })
  })

  test('gives the numbers of hiking with raw speeds', () => {
    expect(shown(summarise(track, { ...WALKING, useRawSpeed: true }).metrics)).toMatchObject({
      ...{ moving: '0:04:55', pauses: '0:00:00', avePace: '0:07:27', bestPace: '0:02:30' },
    })
  })
})

/** Points of V2 and V3: 10 s apart on a straight line. */
function straight(count: number, start: number, withElevation: boolean): Segment {
  return segmentOf(
    Array.from({ length: count }, (_, i) => ({
      time: start + i * 10 * SECOND,
      lat: Number((44.68 + i * 0.0003).toFixed(4)),
      lon: Number((6.07367 + i * 0.00005).toFixed(5)),
      ...(withElevation ? { ele: 998 - (i % 5) } : {}),
    })),
  )
}
const TEN = EIGHT + 2 * HOUR

describe('V2, straight lines,', () => {
  const track = trackOf([straight(10, TEN, true), straight(10, TEN + HOUR, true)])

  test('gives the numbers of one line', () => {
    const one = trackOf([straight(10, TEN, true)])
    expect(shown(summarise(one, CYCLING).metrics)).toMatchObject({
      ...{ distance: 0.303, duration: '0:01:30', aveSpeed: 12.12, maxSpeed: 12.11 },
      ...{ ascent: 2, descent: 6 },
    })
  })

  test('gives the numbers of two lines, an hour apart', () => {
    expect(shown(summarise(track, CYCLING).metrics)).toMatchObject({
      ...{ distance: 0.606, duration: '1:01:30', moving: '0:03:00', pauses: '0:58:30' },
      ...{ ascent: 4, descent: 12, avePace: '0:04:57', bestPace: '0:04:57' },
    })
  })

  test('gives the chart of both lines', () => {
    const { segments, startedAt } = summarise(track, CYCLING)
    const rows = chartRows(
      segments.map(({ points }) => points),
      startedAt,
      CHART,
    )
    expect(rows).toHaveLength(20)
    expect(rows[1]).toEqual({
      ...{ distance: 0.03, duration: 10, latitude: 44.6803, longitude: 6.07372 },
      ...{ time: '2024-06-01 10:00:10+00:00', elevation: 997, speed: 12.11, pace: 0.2972749794 },
    })
  })
})

describe('V3, a single point between two segments,', () => {
  const lone = segmentOf([{ time: TEN + HOUR / 2, lat: 45, lon: 6.07367, ele: 998 }])
  const track = trackOf([straight(3, TEN, false), lone, straight(3, TEN + HOUR, false)])
  const { metrics, bounds, segments, startedAt } = summarise(track, CYCLING)

  test('extends the bounds and sets the altitude, but is not a segment', () => {
    expect(bounds).toEqual([44.68, 6.07367, 45, 6.07377])
    expect(segments).toHaveLength(2)
    expect(shown(metrics)).toMatchObject({
      ...{ duration: '1:00:20', moving: '0:00:40', pauses: '0:59:40', maxAlt: 998 },
    })
  })

  test('does not appear in the chart', () => {
    const rows = chartRows(
      segments.map(({ points }) => points),
      startedAt,
      CHART,
    )
    expect(rows.map(({ distance, duration }) => [distance, duration])).toEqual([
      ...[
        [0, 0],
        [0.03, 10],
        [0.07, 20],
      ],
      ...[
        [0.07, 3600],
        [0.1, 3610],
        [0.14, 3620],
      ],
    ])
  })
})

describe('V4, a TCX file of a run with sensors,', () => {
  const trackpoint = (i: number) => `<Trackpoint>
<Time>${isoUtcText(EIGHT + i * 5 * SECOND)}</Time>
<Position><LatitudeDegrees>${(48.8 + i * 0.0002).toFixed(4)}</LatitudeDegrees>
<LongitudeDegrees>2.3</LongitudeDegrees></Position>
<AltitudeMeters>${100 + i}</AltitudeMeters>
<HeartRateBpm><Value>${100 + i}</Value></HeartRateBpm>
<Cadence>${80 + (i % 2)}</Cadence>
<Extensions><ns3:TPX><ns3:Watts>200</ns3:Watts></ns3:TPX></Extensions></Trackpoint>`

  test('gives the numbers of a run', async () => {
    const track = await read(
      'v4.tcx',
      `<?xml version="1.0"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
 xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
<Activities><Activity Sport="Running"><Lap><Calories>123</Calories>
<Track>${Array.from({ length: 8 }, (_, i) => trackpoint(i)).join('')}</Track></Lap></Activity></Activities>
</TrainingCenterDatabase>`,
    )
    const { metrics, calories } = summarise(track, CYCLING)
    expect(shown(metrics)).toMatchObject({
      ...{ distance: 0.156, duration: '0:00:35', avePace: '0:03:44', bestPace: '0:03:44' },
      ...{ ascent: 7, aveHr: 104, aveCadence: 81, maxCadence: 81, avePower: 200 },
    })
    expect(calories).toBe(123)
  })
})
