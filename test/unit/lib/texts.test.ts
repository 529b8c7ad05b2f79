import { describe, expect, test } from 'bun:test'
import { formatFileSize } from '@/lib/files/file-size'
import { formatHttpDate } from '@/lib/time/http-date'
import { parseLooseJson } from '@/server/api/workouts/upload/receive'

describe('formatFileSize', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [100, '100.0 bytes'],
    [1024, '1.0KB'],
    [1_048_576, '1.0MB'],
    [286_785_536, '273.5MB'],
    [2 ** 50, '1024.0TB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})

describe('parseLooseJson', () => {
  test('accepts raw line breaks and tabs in strings', () => {
    expect(parseLooseJson('{"notes": "one\ntwo\tthree\r\n"}')).toEqual({
      notes: 'one\ntwo\tthree\r\n',
    })
  })

  test('leaves escapes and white space between values unchanged', () => {
    expect(parseLooseJson('{\n\t"a": "say \\"hi\\"\\n"\n}')).toEqual({ a: 'say "hi"\n' })
  })

  test.each(['', '{', 'not json', '{"a": "C:\\x"}'])('returns undefined for %p', (text) => {
    expect(parseLooseJson(text)).toBeUndefined()
  })
})

test('formatHttpDate writes instants as in HTTP headers', () => {
  expect(formatHttpDate(Date.parse('2019-07-14T14:09:58.999Z'))).toBe(
    'Sun, 14 Jul 2019 14:09:58 GMT',
  )
})
