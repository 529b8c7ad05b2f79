import { describe, expect, test } from 'bun:test'
import { detectFormat } from '@/domain/tracks/formats/detect-format'
import { expectLinear } from '../../../support/timing'
import { bytesOf } from '../../../support/tracks/outcome'

const XML = '<?xml version="1.0"?>'

describe('recogniseFormat', () => {
  test.each([
    ['gpx', `${XML}<gpx>`],
    ['gpx', `${XML}\n<g:gpx xmlns:g="u">`],
    ['gpx', `\ufeff${XML}<gpx/>`],
    ['tcx', `${XML}\r\n<TrainingCenterDatabase\nxmlns="u">`],
    ['kml', `${XML}<!-- <gpx> --><?pi <gpx>?><kml>`],
    ['kml', `${XML}<!DOCTYPE gpx [<!ENTITY a "]>"><!ENTITY b '<gpx>'>]> <kml>`],
    ['kml', `${XML}<!DOCTYPE gpx SYSTEM "gpx.dtd"><kml>`],
  ] as const)('recognises %s by its root element, whatever the file name', (format, text) => {
    for (const extension of ['gpx', 'tcx', 'kml', 'kmz', 'fit', 'txt', ''])
      expect(detectFormat(bytesOf(text), extension)).toBe(format)
  })

  test.each([`${XML}<html>`, XML, `${XML}<!-- unfinished`, `${XML} text`])(
    'uses the file extension for %s',
    (text) => {
      const byExtension = (extension: string) => detectFormat(bytesOf(text), extension)
      expect(['gpx', 'tcx', 'kml'].map(byExtension)).toEqual(['gpx', 'tcx', 'kml'])
      expect(['kmz', 'fit', 'zip', 'txt', ''].map(byExtension)).toEqual(
        Array.from({ length: 5 }, () => undefined),
      )
    },
  )

  test.each(['', 'x', '<html/>', '<!-- --><a/>', '{"a":1}', '\0\0', 'AXXX\nno flight\n'])(
    'rejects %p',
    (text) => {
      expect(detectFormat(bytesOf(text), 'gpx')).toBeUndefined()
    },
  )

  test.each([
    '<gpx/>',
    ` ${XML}<gpx/>`,
    `\0\n${XML}<gpx/>`,
    '\ufeff<!-- a --><gpx/>',
    '\r\n<gpx/>',
  ])('needs no declaration at the start for %j', (text) => {
    expect(detectFormat(bytesOf(text), 'txt')).toBe('gpx')
    expect(detectFormat(Buffer.from(`\ufeff${text.trim()}`, 'utf16le'), 'txt')).toBe('gpx')
  })

  test.each([
    ['igc', 'AXXX001 Recorder\r\nHFDTE010624\r\n'],
    ['igc', 'ALXNGII\nHFDTEDATE:010624,01\nB1000004500000N00600000EA0100001100\n'],
    ['pwx', '<pwx xmlns="http://www.peaksware.com/PWX/1/0">'],
    ['suunto', `${XML}<sml xmlns="http://www.suunto.com/schemas/sml"><DeviceLog>`],
    ['suunto', `${XML}<header><Activity>`],
    ['suunto', ' {"DeviceLog":{"Header":{}}}'],
    ['suunto', '{"Samples":[{"Attributes":{"suunto/sml":{}}}]}'],
    ['polar', '{"exportVersion":"1.6","exercises":[]}'],
    ['polar', `${XML}<polar-exercise-data>`],
  ] as const)('recognises %s from %j', (format, text) => {
    expect(detectFormat(bytesOf(text), 'txt')).toBe(format)
  })

  test('recognises FIT and KMZ by their signatures', () => {
    expect(detectFormat(bytesOf('\x0e\x10\0\0\0\0\0\0.FIT\0\0'), 'gpx')).toBe('fit')
    expect(detectFormat(bytesOf('\x0e\x10\0\0\0\0\0\0.FIX\0\0'), 'fit')).toBeUndefined()
    for (const kind of ['\x03\x04', '\x05\x06', '\x07\x08'])
      expect(detectFormat(bytesOf(`PK${kind}`), 'fit')).toBe('kmz')
    expect(detectFormat(bytesOf('PK\x01\x02'), 'kmz')).toBeUndefined()
  })

  test.each(['<!DOCTYPE a [', '<!DOCTYPE a [\'"', '<!--', '<?', ' ', '<!DOCTYPE', '[]'])(
    'takes linear time for many repetitions of %j',
    (text) => {
      expectLinear((count) => detectFormat(bytesOf(XML + text.repeat(count)), 'gpx'), 70_000)
    },
  )
})
