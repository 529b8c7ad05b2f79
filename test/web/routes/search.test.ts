import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseSearch, stringifySearch } from '@/web/routes/search'

test('a query string is parsed and formatted without changes, as text', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(key, fc.string()), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})

test('a token that looks like a number remains text', () => {
  expect(parseSearch('?token=12345&state=00123')).toEqual({ token: '12345', state: '00123' })
})

test('undefined parameters are omitted', () => {
  expect(stringifySearch({ from: undefined })).toBe('')
})
