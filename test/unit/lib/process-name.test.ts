import { expect, test } from 'bun:test'
import { isRunning, processName } from '@/lib/process/process-name'

test('isRunning is true for this process, whose name does not change', () => {
  expect(isRunning(processName())).toBeTrue()
  expect(processName()).toBe(processName())
})

test('isRunning is false for a process id that has been reused', () => {
  const [host, pid, start] = processName().split('_')
  expect(isRunning(`${host}_${pid}_${Number(start) - 1}`)).toBeFalse()
  expect(isRunning(`${host}_9999999_1`)).toBeFalse()
})

test('isRunning is undefined for processes of another machine', () => {
  expect(isRunning('elsewhere_1_1')).toBeUndefined()
})
