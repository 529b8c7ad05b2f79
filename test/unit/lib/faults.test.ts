import { expect, test } from 'bun:test'
import { isDiskFull } from '@/lib/faults'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s says that the disk is full', (code) => {
  expect(isDiskFull(withCode(code))).toBeTrue()
  expect(isDiskFull(new Error('not stored', { cause: withCode(code) }))).toBeTrue()
})

test('other failures do not', () => {
  expect(isDiskFull(withCode('EACCES'))).toBeFalse()
  expect(isDiskFull('ENOSPC')).toBeFalse()
})
