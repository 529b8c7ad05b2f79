import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readTrack } from '@/domain/tracks/read'
import type { Segment } from '@/domain/tracks/track'
import { type GpxContent, writeGpx } from '@/domain/tracks/write-gpx'
import { anySegment, EIGHT, line, SECOND, segmentOf } from '../../support/segments'

const gpx = (content: Partial<GpxContent>) =>
  [...writeGpx({ creator: 'Milepost', calories: null, segments: [], ...content })].join('')

describe('writeGpx', () => {
  test('writes one nameless track with a segment for each', () => {
    const first = segmentOf([
      { time: EIGHT, lat: 48.5, lon: -2.25, ele: 12.5, hr: 120, cadence: 80, power: 200 },
      { lat: 48.6, lon: -2 },
    ])
    const second = segmentOf([{ time: EIGHT + 0.25 * SECOND, lat: 1e-7, lon: 0, hr: 0 }])
    expect(
      gpx({ calories: 321, segments: [first, second] }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1" version="1.1" creator="Milepost">
  <trk>
    <extensions>
      <gpxtrkx:TrackStatsExtension><gpxtrkx:Calories>321</gpxtrkx:Calories></gpxtrkx:TrackStatsExtension>
    </extensions>
    <trkseg>
      <trkpt lat="48.5" lon="-2.25"><ele>12.5</ele><time>2024-06-01T08:00:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:cad>80</gpxtpx:cad><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:power>200</gpxtpx:power></gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="48.6" lon="-2"></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="0.0000001" lon="0"><time>2024-06-01T08:00:00.250000Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>0</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>
    </trkseg>
  </trk>
</gpx>
`)
  })

  test('omits unknown calories and points without position', () => {
    const text = gpx({ segments: [segmentOf([{ time: EIGHT, hr: 100 }])] })
    expect(text).toContain('<trkseg>\n    </trkseg>')
    expect(text).not.toContain('TrackStatsExtension>')
  })

  test('escapes the creator and drops characters that XML cannot contain', () => {
    const creator = 'Milepost (from "A" <B> & C\u0000\ud800)'
    expect(gpx({ creator })).toContain('creator="Milepost (from &quot;A&quot; &lt;B&gt; &amp; C)"')
  })

  test('is read back as the written track', async () => {
    const written = fc.array(anySegment(1), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(written, fc.option(fc.nat(9000)), async (segments, calories) => {
        const bytes = new TextEncoder().encode(gpx({ segments, calories }))
        const track = await readTrack('a.gpx', bytes, {
          segmentsCreationEvent: 'all',
          acceptWithoutGps: false,
        })
        expect(track).toMatchObject({ name: null, description: null, source: 'Milepost', calories })
        expect(track.segments.map(plain)).toEqual(segments.map(plain))
      }),
    )
  })

  test('produces chunks, so that long recordings need not be held as one text', () => {
    const long = line(1200, { time: EIGHT, lat: 48, lon: 2 }, { time: SECOND, lat: 1e-5 })
    const chunks = [...writeGpx({ creator: 'x', calories: null, segments: [long] })]
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(64_000)
    expect(chunks.join('').match(/<trkpt /g)).toHaveLength(1200)
  })
})

/** Columns as plain arrays: typed arrays are compared by their bytes, and NaN has several representations. */
function plain(segment: Segment) {
  const { time, lat, lon, ele, hr, cadence, power } = segment
  return [time, lat, lon, ele, hr, cadence, power].map((column) => [...column])
}
