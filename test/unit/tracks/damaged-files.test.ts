import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { readTrack } from '@/domain/tracks/read'
import { TrackError } from '@/domain/tracks/track-error'
import { runs } from '../../support/properties'
import { watchdog } from '../../support/timing'
import { gpxText } from '../../support/tracks/gpx'
import { kmlText } from '../../support/tracks/kml'
import { bytesOf } from '../../support/tracks/outcome'
import { samplePoints } from '../../support/tracks/points'
import { tcxText } from '../../support/tracks/tcx'
import { zipBytes } from '../../support/tracks/zip'

const points = samplePoints(12, (index) => (index === 5 ? { hr: '' } : {}))
const [first, second] = [points.slice(0, 7), points.slice(7)]

const GPX = gpxText({
  before: '<metadata><name>m</name></metadata><wpt lat="1" lon="2"><ele>3</ele></wpt>',
  tracks: [
    {
      name: 'Ride <![CDATA[& rest]]>',
      description: 'caf\u00e9 \u{1f6b4}',
      extensions: '<s:x xmlns:s="u"><s:Calories>9</s:Calories></s:x>',
      segments: [first, second],
    },
  ],
})
const TCX = tcxText({
  activities: [
    { laps: [{ points: first, seconds: 7, metres: 30, calories: 4 }], creator: 'Watch' },
    { laps: [{ points: second }] },
  ],
  author: 'Connect',
})
const KML = kmlText({ name: 'Walk', description: 'Nice', tracks: [first, second] })

const FILES: Record<string, Uint8Array> = {
  'a.gpx': bytesOf(GPX),
  'a.tcx': bytesOf(TCX),
  'a.kml': bytesOf(KML),
  'packed.kmz': zipBytes([{ name: 'doc.kml', content: KML }]),
  'stored.kmz': zipBytes([{ name: 'doc.kml', content: KML, stored: true }]),
  'a.gpx.gz': gzipSync(GPX),
}

const READING = { segmentsCreationEvent: 'all', acceptWithoutGps: true } as const

const soon = await watchdog(() => readTrack('a.gpx', bytesOf(GPX), READING))

const SNIPPETS = [
  '<',
  '>',
  '&',
  '"',
  '</',
  '<!--',
  '<![CDATA[',
  ']]>',
  '&#0;',
  '<?',
  'xmlns="',
  ':',
]

/** Fails unless the file quickly yields a valid track or one of our errors. */
async function expectSoundEnd(name: string, bytes: Uint8Array): Promise<void> {
  try {
    const track = await soon(() => readTrack(name, bytes, READING))
    for (const segment of track.segments) {
      const { size, ...columns } = segment
      expect(size).toBeGreaterThan(0)
      for (const column of Object.values(columns)) expect(column.length).toBe(size)
    }
  } catch (error) {
    expect(error).toBeInstanceOf(TrackError)
  }
}

describe.each(Object.entries(FILES))('%s', (name, bytes) => {
  test('is read without warnings when intact', async () => {
    const options = { segmentsCreationEvent: 'all', acceptWithoutGps: false } as const
    const track = await readTrack(name, bytes, options)
    expect(track.segments.map(({ size }) => size)).toEqual([7, 5])
  })

  test('yields a track or an error wherever it is cut off', async () => {
    for (let length = 0; length < bytes.length; length += length < 200 ? 1 : 7)
      await expectSoundEnd(name, bytes.slice(0, length))
  })

  test('yields a track or an error with bytes changed, inserted and removed', async () => {
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      remove: fc.nat(4),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.constantFrom(...SNIPPETS).map((snippet) => bytesOf(snippet)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let damaged: Uint8Array = bytes
        for (const { at, remove, insert } of changes)
          damaged = Buffer.concat([damaged.subarray(0, at), insert, damaged.subarray(at + remove)])
        await expectSoundEnd(name, damaged)
      }),
      runs(300),
    )
  })
})
