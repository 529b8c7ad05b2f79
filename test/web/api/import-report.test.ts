import { describe, expect, test } from 'bun:test'
import { stringify } from 'csv-stringify/sync'
import { TRACK_ERRORS } from '@/domain/tracks/track-error'
import { parseCsv, parseReport } from '@/web/api/workouts/report-entries'
import { translateError } from '@/web/components/feedback/describe-error'
import { countResults, sortResults } from '@/web/components/feedback/import-results'

describe('CSV', () => {
  test.each([
    [
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    [[['one'], ['with, comma'], ['with "quotes"'], ['two\nlines'], ['"']]],
    [
      [
        ['é', 'ż'],
        [' spaces ', "'=1"],
      ],
    ],
    [[]],
  ])('is parsed as it was written: %j', (rows) => {
    expect(parseCsv(stringify(rows))).toEqual(rows)
  })

  test('may lack the last line break, and may have CRLF', () => {
    expect(parseCsv('a,b\r\n1,"2"')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('stops at malformed input', () => {
    expect(parseCsv('a\n"b')).toEqual([['a']])
  })
})

describe('the report of an import', () => {
  const csv = `file,result,reason,workout
a.gpx,new,,2fZ
"b, c.gpx",failed,error when parsing gpx file,
'=d.gpx,already there,,3gH
`
  const entries = parseReport(csv)

  test('contains the result of every file', () => {
    expect(entries).toEqual([
      { line: 0, file: 'a.gpx', result: 'new', reason: '', workoutId: '2fZ' },
      {
        line: 1,
        file: 'b, c.gpx',
        result: 'failed',
        reason: 'error when parsing gpx file',
        workoutId: null,
      },
      { line: 2, file: '=d.gpx', result: 'already there', reason: '', workoutId: '3gH' },
    ])
  })

  test('counts only results that occur, including unknown ones', () => {
    const later = [...entries, { ...entries[0], result: 'blessed' }] as typeof entries
    expect(sortResults(countResults(later))).toEqual([
      ['new', 1],
      ['already there', 1],
      ['failed', 1],
      ['blessed', 1],
    ])
  })
})

describe('an error message of the server', () => {
  test.each([...new Set(Object.values(TRACK_ERRORS))])('is translated: %s', (reason) => {
    expect(translateError(reason)).not.toBe(reason)
  })

  test('is shown unchanged if there is no translation', () => {
    expect(translateError('the moon was in the way')).toBe('the moon was in the way')
  })
})
