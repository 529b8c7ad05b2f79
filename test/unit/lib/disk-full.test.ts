import { expect, test } from 'bun:test'
import { isDiskFull } from '@/lib/system-errors'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('isDiskFull recognises %s', (code) => {
  expect(isDiskFull(withCode(code))).toBeTrue()
  expect(isDiskFull(new Error('not stored', { cause: withCode(code) }))).toBeTrue()
})

test('isDiskFull ignores other errors', () => {
  expect(isDiskFull(withCode('EACCES'))).toBeFalse()
  expect(isDiskFull('ENOSPC')).toBeFalse()
})
