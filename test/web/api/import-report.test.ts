import { describe, expect, test } from 'bun:test'
import { stringify } from 'csv-stringify/sync'
import { TRACK_ERRORS } from '@/tracks/track-error'
import { parseCsv, readReport } from '@/web/api/report-entries'
import { countResults, inOrder } from '@/web/components/import-results'
import { refusalText } from '@/web/components/refusal-text'

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
  ])('is read as it was written: %j', (rows) => {
    expect(parseCsv(stringify(rows))).toEqual(rows)
  })

  test('may end without a line break, and have those of Windows', () => {
    expect(parseCsv('a,b\r\n1,"2"')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('ends where it makes no sense', () => {
    expect(parseCsv('a\n"b')).toEqual([['a']])
  })
})

describe('the report of an import', () => {
  const csv = `file,result,reason,workout
a.gpx,new,,2fZ
"b, c.gpx",failed,error when parsing gpx file,
'=d.gpx,already there,,3gH
`
  const entries = readReport(csv)

  test('tells of every file what became of it', () => {
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

  test('counts only results that occur, also those that are not known here', () => {
    const later = [...entries, { ...entries[0], result: 'blessed' }] as typeof entries
    expect(inOrder(countResults(later))).toEqual([
      ['new', 1],
      ['already there', 1],
      ['failed', 1],
      ['blessed', 1],
    ])
  })
})

describe('a reason of the server', () => {
  test.each([...new Set(Object.values(TRACK_ERRORS))])('is a sentence: %s', (reason) => {
    expect(refusalText(reason)).not.toBe(reason)
  })

  test('is told in its own words where there are no others', () => {
    expect(refusalText('the moon was in the way')).toBe('the moon was in the way')
  })
})
