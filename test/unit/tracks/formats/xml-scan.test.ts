import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gpxFormat } from '@/domain/tracks/formats/gpx/gpx'
import { KML } from '@/domain/tracks/formats/kml/kml'
import { tcxFormat } from '@/domain/tracks/formats/tcx/tcx'
import { readTolerantly, withWarnings, type XmlFormat } from '@/domain/tracks/formats/xml/xml'
import { scanXml } from '@/domain/tracks/formats/xml/xml-scan'
import { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import { LONG_TIME_LIMIT, runs, SEED } from '../../../support/properties'
import { gpxText } from '../../../support/tracks/gpx'
import { kmlText } from '../../../support/tracks/kml'
import { mutate, randomNumbers } from '../../../support/tracks/mutations'
import { bytesOf, outcomeOf } from '../../../support/tracks/outcome'
import { samplePoints } from '../../../support/tracks/points'
import { tcxText } from '../../../support/tracks/tcx'

const FORMATS: Record<string, XmlFormat> = {
  gpx: gpxFormat({}),
  kml: KML,
  tcx: tcxFormat({ acceptWithoutGps: true }),
}

/**
 * The track that the fast scanner reads from a document, or undefined when it leaves the document to the tolerant
 * reader.
 */
function scanned(bytes: Uint8Array, format: XmlFormat) {
  const report = new ReadingWarnings()
  const reader = format.begin(report, false)
  return scanXml(bytes, reader.document, format)
    ? outcomeOf(() => withWarnings(reader.finish(), report))
    : undefined
}

/** Whether the scanner reads the document. Fails unless it gives the same track as the tolerant reader. */
function expectSame(bytes: Uint8Array, format: XmlFormat): boolean {
  const quick = scanned(bytes, format)
  if (quick === undefined) return false
  const tolerant = outcomeOf(() => readTolerantly(bytes, format))
  if (!Bun.deepEquals(quick, tolerant, true)) expect(quick).toEqual(tolerant)
  return true
}

const points = samplePoints(40, (index) => ({
  lat: (index % 2 === 0 ? 45 : -45) + index / 9_700_000,
  lon: -122.123_456_789 + index / 1_000_003,
  ...(index % 5 !== 0 && { ele: 300.5 - index * 20 }),
  ...(index % 3 === 0 && { time: `2024-05-04T08:00:${10 + index}.${index}Z` }),
  ...(index % 7 === 0 && { hr: '' }),
}))
const [first, second] = [points.slice(0, 25), points.slice(25)]

const point = (content: string) => `<trkpt lat="1.5" lon="2.5">${content}</trkpt>`
const [ele, time, late] = [
  '<ele>1</ele>',
  ...['08', '09'].map((hour) => `<time>2024-05-04T${hour}:00:00Z</time>`),
]

const PLAIN: Record<string, [format: string, text: string]> = {
  'a GPX file': ['gpx', gpxText({ tracks: [{ segments: [first, second] }] })],
  'a GPX file with everything': [
    'gpx',
    gpxText({
      creator: 'caf\u00e9 &amp; \u{1f6b4}',
      namespaces: `xmlns="g" xmlns:a="u" xmlns:s='x/TrackPointExtension/v1' s:schemaLocation="x\n\ty"`,
      before:
        '\r\n<metadata>\r\n <name>\u00fc</name><a:x z="1"><a:y/></a:x></metadata> <wpt lat="1.5" lon="-2"><ele>3</ele></wpt><rte><rtept lat="1" lon="2"/></rte>',
      extensionsOf: ({ hr, cadence, power }) =>
        `<s:TrackPointExtension><s:hr>${hr}</s:hr><s:cad>${cadence}.7</s:cad><a:power>${power}</a:power></s:TrackPointExtension><power>${power}</power><s:hr>1</s:hr>`,
      tracks: [
        {
          name: 'Ride\r\nof &lt;the&gt; caf\u00e9 <![CDATA[<1>&amp;]]>',
          description: '<!-- way -->to ]] > and back',
          extensions: '<s:x><s:Calories>90.5</s:Calories></s:x>',
          segments: [first, [], second],
        },
        { name: 'another', segments: [second] },
      ],
    }),
  ],
  'a GPX file in which the same markup means something else': [
    'gpx',
    // The second time of a point is ignored, even if it follows an elevation as the first ones do.
    `<gpx version="1.1"><trk><trkseg>${point(`${ele}${time}`)}${point(`${ele}${time}`)}${point(`${time}${ele}${late}`)}${point(`${ele}${late}`)}</trkseg></trk></gpx>`,
  ],
  'a GPX file of version 1.0': [
    'gpx',
    gpxText({ version: '1.0', tracks: [{ segments: [first] }] }),
  ],
  'a TCX file': [
    'tcx',
    tcxText({
      activities: [
        {
          laps: [
            { points: first, seconds: 7, metres: 30, calories: 4, maxSpeed: 9.5 },
            { moreTracks: [second] },
          ],
          creator: ' Watch ',
        },
        { laps: [{ points: second }] },
      ],
      author: 'Connect',
    }),
  ],
  'a TCX file without positions': [
    'tcx',
    tcxText({
      cadenceElement: 'RunCadence',
      prefix: '',
      activities: [{ laps: [{ points: first.map(({ lat: _, lon: __, ...point }) => point) }] }],
    }),
  ],
  'a KML file': ['kml', kmlText({ name: 'Walk', description: 'N\u00e9', tracks: [first, second] })],
  'a KML file without prefixes': ['kml', kmlText({ prefix: '', tracks: [first] })],
}

const CHANGES = runs(1500).numRuns
/** At least this many of a hundred changed files must be read by the scanner, or the comparison would prove little. */
const MIN_PLAIN = 10

describe.each(Object.entries(PLAIN))('%s', (_, [name, text]) => {
  const format = FORMATS[name] ?? gpxFormat({})
  const bytes = bytesOf(text)

  test('is read the same by the scanner and the tolerant reader', () => {
    expect(expectSame(bytes, format)).toBe(true)
  })

  test('is left to the tolerant reader or read the same, wherever it is cut off', () => {
    for (let length = 0; length < text.trimEnd().length; length += 13)
      expect(expectSame(bytes.slice(0, length), format)).toBe(false)
  })

  test(
    'is read the same by both, however it is changed',
    () => {
      const random = randomNumbers(SEED)
      let plain = 0
      for (let round = 0; round < CHANGES; round++)
        if (expectSame(mutate(bytes, random), format)) plain += 1
      expect(plain).toBeGreaterThan((CHANGES * MIN_PLAIN) / 100)
    },
    LONG_TIME_LIMIT,
  )
})

/** Compares real files when `TRACKS` is a folder: `TRACKS=/folder bun test …`. */
const folder = process.env.TRACKS
if (folder !== undefined)
  test('real files are read the same by both', () => {
    const seen = { plain: 0, tolerant: 0 }
    for (const name of readdirSync(folder, { recursive: true }).map(String)) {
      const format = FORMATS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
      const path = join(folder, name)
      if (format === undefined || !statSync(path).isFile()) continue
      const isPlain = expectSame(readFileSync(path), format)
      seen[isPlain ? 'plain' : 'tolerant'] += 1
    }
    process.stdout.write(`${JSON.stringify(seen)}\n`)
  })
