import { expect, test } from 'bun:test'
import { inWords } from '@/cli/in-words'

test.each([
  ['EACCES', 'run this as the user'],
  ['EROFS', 'run this as the user'],
  ['ENOSPC', 'make room'],
  ['SQLITE_FULL', 'make room'],
  ['ENOTDIR', 'a file is where a folder should be'],
  ['SQLITE_CORRUPT_VTAB', 'restore a backup'],
  ['SQLITE_IOERR_READ', 'milepost doctor'],
])('a command that ends with %s says what to do', (code, advice) => {
  const words = inWords(Object.assign(new Error('something failed'), { code }))
  expect(words).toStartWith('something failed: ')
  expect(words).toContain(advice)
})

test('what is explained already stays as it is', () => {
  const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  expect(inWords(new Error('Make room.', { cause }))).toBe('Make room.')
})
