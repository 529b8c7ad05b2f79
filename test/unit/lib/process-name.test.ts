import { expect, test } from 'bun:test'
import { isRunning, processName } from '@/lib/process-name'

test('this process runs, and keeps its name', () => {
  expect(isRunning(processName())).toBeTrue()
  expect(processName()).toBe(processName())
})

test('a process id that was given again does not pass for the former process', () => {
  const [host, pid, start] = processName().split('_')
  expect(isRunning(`${host}_${pid}_${Number(start) - 1}`)).toBeFalse()
  expect(isRunning(`${host}_9999999_1`)).toBeFalse()
})

test('processes of another machine cannot be asked', () => {
  expect(isRunning('elsewhere_1_1')).toBeUndefined()
})
