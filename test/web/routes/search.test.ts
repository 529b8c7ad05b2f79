import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseSearch, stringifySearch } from '@/web/routes/search'

test('a query string comes back as it was, all of it text', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(key, fc.string()), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})

test('a token that looks like a number stays text', () => {
  expect(parseSearch('?token=12345&state=00123')).toEqual({ token: '12345', state: '00123' })
})

test('what is not given leaves no trace', () => {
  expect(stringifySearch({ from: undefined })).toBe('')
})
