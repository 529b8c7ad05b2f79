import { expect, test } from 'bun:test'
import { inWords } from '@/cli/describe-error'

test.each([
  ['EACCES', 'run this as the user'],
  ['EROFS', 'run this as the user'],
  ['ENOSPC', 'make room'],
  ['SQLITE_FULL', 'make room'],
  ['ENOTDIR', 'a file is where a folder should be'],
  ['SQLITE_CORRUPT_VTAB', 'restore a backup'],
  ['SQLITE_IOERR_READ', 'milepost doctor'],
])('an error with the code %s is described with advice', (code, advice) => {
  const words = inWords(Object.assign(new Error('something failed'), { code }))
  expect(words).toStartWith('something failed: ')
  expect(words).toContain(advice)
})

test('an error that already has advice is unchanged', () => {
  const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  expect(inWords(new Error('Make room.', { cause }))).toBe('Make room.')
})
