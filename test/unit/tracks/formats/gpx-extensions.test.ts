import { describe, expect, test } from 'bun:test'
import { readGpx } from '@/domain/tracks/formats/gpx/gpx'
import { type GpxFileOptions, gpxText } from '../../../support/tracks/gpx'
import { bytesOf, columnOf, outcomeOf } from '../../../support/tracks/outcome'

const TPX = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2'

/** Heart rate, cadence and power of a point with these extensions. */
function sensorsOf(extensions: string, options: GpxFileOptions = {}) {
  const segments = [[{ lat: 1, lon: 2 }]]
  const text = gpxText({ tracks: [{ segments }], extensionsOf: () => extensions, ...options })
  const track = outcomeOf(() => readGpx(bytesOf(text)))
  if (typeof track === 'string') return track
  return (['hr', 'cadence', 'power'] as const).flatMap((column) => columnOf(track, column))
}

function caloriesOf(extensions: string, options: GpxFileOptions = {}) {
  const text = gpxText({ tracks: [{ extensions }], ...options })
  const track = outcomeOf(() => readGpx(bytesOf(text)))
  return typeof track === 'string' ? track : track.calories
}

describe('extensions of GPX points', () => {
  test.each([
    [
      'any prefix',
      `<a:TrackPointExtension xmlns:a="${TPX}"><a:hr>120</a:hr><a:cad>80</a:cad></a:TrackPointExtension>`,
    ],
    [
      'a default namespace',
      `<TrackPointExtension xmlns="${TPX}"><hr>120</hr><cad>80</cad></TrackPointExtension>`,
    ],
    [
      'a wrapper without namespace',
      '<TrackPointExtension><x:hr xmlns:x="u">120</x:hr><x:cad xmlns:x="u">80</x:cad></TrackPointExtension>',
    ],
    ['no wrapper', '<x:hr xmlns:x="u">120</x:hr><x:cad xmlns:x="u">80</x:cad>'],
    [
      'several wrappers',
      '<gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension><x:myTrackPointExtension xmlns:x="u"><x:cad>80</x:cad></x:myTrackPointExtension>',
    ],
  ])('are read with %s', (_, extensions) => {
    expect(sensorsOf(extensions)).toEqual([120, 80, null])
  })

  test.each([
    ['they have no namespace', '<hr>120</hr><cad>80</cad>'],
    ['they are in another wrapper', '<x:y xmlns:x="u"><x:hr>120</x:hr></x:y>'],
    [
      'they have another name',
      '<x:heartrate xmlns:x="u">120</x:heartrate><x:hrx xmlns:x="u">1</x:hrx>',
    ],
    [
      'they are nested too deeply',
      '<gpxtpx:TrackPointExtension><gpxtpx:x><gpxtpx:hr>1</gpxtpx:hr></gpxtpx:x></gpxtpx:TrackPointExtension>',
    ],
    ['they are not wrapped but in the namespace of the wrapper', '<gpxtpx:hr>120</gpxtpx:hr>'],
    [
      'they are empty',
      '<gpxtpx:TrackPointExtension><gpxtpx:hr/><gpxtpx:cad></gpxtpx:cad></gpxtpx:TrackPointExtension>',
    ],
  ])('are not read when %s', (_, extensions) => {
    expect(sensorsOf(extensions)).toEqual([null, null, null])
  })

  test.each([
    ['without a namespace', '<power>210</power>'],
    ['in any namespace', '<x:power xmlns:x="u">210</x:power>'],
    [
      'in the wrapper',
      '<gpxtpx:TrackPointExtension><gpxtpx:power>210</gpxtpx:power></gpxtpx:TrackPointExtension>',
    ],
  ])('contain power %s', (_, extensions) => {
    expect(sensorsOf(extensions)).toEqual([null, null, 210])
  })

  test('drop the fraction of a cadence', () => {
    expect(sensorsOf('<x:cad xmlns:x="u">79.9</x:cad>')).toEqual([null, 79, null])
  })

  test.each(['1.0', null, '1.2', ''])('are ignored in version %p', (version) => {
    const extensions =
      '<gpxtpx:TrackPointExtension><gpxtpx:hr>n/a</gpxtpx:hr></gpxtpx:TrackPointExtension><power>210</power>'
    expect(sensorsOf(extensions, { version })).toEqual([null, null, null])
  })

  test.each([
    '<x:hr xmlns:x="u">n/a</x:hr>',
    '<x:hr xmlns:x="u">120.0</x:hr>',
    '<x:hr xmlns:x="u"> </x:hr>',
    '<power>200.5</power>',
    '<x:cad xmlns:x="u">fast</x:cad>',
    '<x:cad xmlns:x="u">nan</x:cad>',
  ])('cause an error with %s', (extensions) => {
    expect(sensorsOf(extensions)).toBe('processing')
  })

  test('are checked after the form of the whole file', () => {
    const tracks = [{ segments: [[{ lat: 1, lon: 2 }]] }]
    const extensionsOf = () => '<x:hr xmlns:x="u">n/a</x:hr>'
    const text = gpxText({ tracks, extensionsOf })
    expect(outcomeOf(() => readGpx(bytesOf(`${text}<`)))).toBe('gpxUnreadable')
  })

  test('are not checked in later tracks', () => {
    const point = { lat: 1, lon: 2 }
    const tracks = [{ segments: [[point]] }, { segments: [[{ ...point, ele: 7 }]] }]
    const extensionsOf = ({ ele }: { ele?: number | string }) =>
      ele === 7 ? '<power>x</power>' : ''
    expect(sensorsOf('', { tracks, extensionsOf })).toEqual([null, null, null])
  })

  test('with the same name count once, and the last value is used', () => {
    const extensions = '<power>1</power><power>2</power></extensions><extensions><power>3</power>'
    expect(sensorsOf(extensions)).toEqual([null, null, 2])
  })
})

describe('calories of a GPX track', () => {
  const stats = (inner: string) =>
    `<s:TrackStatsExtension xmlns:s="u">${inner}</s:TrackStatsExtension>`

  test('are read two levels below its extensions, without their fraction', () => {
    expect(caloriesOf(stats('<s:Distance>9</s:Distance><s:Calories>456</s:Calories>'))).toBe(456)
    expect(caloriesOf(stats('<s:Calories>456.7</s:Calories>'))).toBe(456)
  })

  test('are the first ones in the file', () => {
    const calories = '<s:Calories/><s:Calories>1</s:Calories><s:Calories>2</s:Calories>'
    expect(caloriesOf(stats(calories))).toBe(1)
  })

  test('are unknown when the first value is not a number', () => {
    expect(caloriesOf(stats('<s:Calories>many</s:Calories><s:Calories>2</s:Calories>'))).toBeNull()
  })

  test('are not read in other places', () => {
    expect(caloriesOf('<s:Calories xmlns:s="u">456</s:Calories>')).toBeNull()
    expect(caloriesOf('<stats><Calories>456</Calories></stats>')).toBeNull()
    expect(caloriesOf(stats('<s:x><s:Calories>456</s:Calories></s:x>'))).toBeNull()
    expect(caloriesOf(stats('<s:Calories>456</s:Calories>'), { version: '1.0' })).toBeNull()
  })
})
