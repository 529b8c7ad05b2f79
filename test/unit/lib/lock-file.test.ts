import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { acquireLockFile, type LockFile } from '@/lib/files/lock-file'
import { processName } from '@/lib/process/process-name'
import { HOUR } from '@/lib/time/clock'
import { newTestFolder } from '../../support/folder'

const AT_ONCE = { timeout: 0, staleTimeout: 0 }
/** Simulates a file system without locks. */
const noLocks = async () => () => 'unknown' as const

/** The path of a lock file that does not exist yet, or that names a process. */
function aMark(holder?: string): string {
  const mark = join(newTestFolder(), 'folder', 'in-use')
  if (holder === undefined) return mark
  mkdirSync(dirname(mark))
  writeFileSync(mark, holder)
  return mark
}

const dead = () => `${processName().split('_')[0]}_9999999_1`

function requireHeld(answer: Awaited<ReturnType<typeof acquireLockFile>>): LockFile {
  if ('release' in answer) return answer
  throw new Error(`held by process ${answer.pid}`)
}

test('a lock file has one holder at a time, contains its process name, and is deleted on release', async () => {
  const mark = aMark()
  const first = requireHeld(await acquireLockFile(mark, AT_ONCE))
  expect(readFileSync(mark, 'utf8')).toBe(processName())
  expect(await acquireLockFile(mark, AT_ONCE)).toEqual({ pid: process.pid })
  first.release()
  expect(existsSync(mark)).toBeFalse()
  requireHeld(await acquireLockFile(mark, AT_ONCE)).release()
})

test('a caller with a timeout gets the lock file once the holder releases it', async () => {
  const mark = aMark()
  const first = requireHeld(await acquireLockFile(mark, AT_ONCE))
  const second = acquireLockFile(mark, { ...AT_ONCE, timeout: HOUR })
  await Bun.sleep(0)
  first.release()
  requireHeld(await second).release()
})

test('the lock file of a killed process can be taken over, whatever it contains', async () => {
  for (const left of ['', 'nonsense', dead(), processName(), 'elsewhere_1_1'])
    requireHeld(await acquireLockFile(aMark(left), AT_ONCE)).release()
})

test('a lock file of another machine is respected until the stale timeout', async () => {
  const mark = aMark('elsewhere_1_1')
  const trusting = { timeout: 0, staleTimeout: HOUR }
  expect(await acquireLockFile(mark, trusting)).toEqual({ pid: undefined })
  const long = new Date(Date.now() - 2 * HOUR)
  utimesSync(mark, long, long)
  requireHeld(await acquireLockFile(mark, trusting)).release()
})

test('without file locks, a lock file is respected while its process runs', async () => {
  const mark = aMark()
  const first = requireHeld(await acquireLockFile(mark, AT_ONCE, noLocks))
  expect(await acquireLockFile(mark, AT_ONCE, noLocks)).toEqual({ pid: process.pid })
  first.release()
  for (const left of ['', 'nonsense', dead(), 'elsewhere_1_1'])
    requireHeld(await acquireLockFile(aMark(left), AT_ONCE, noLocks)).release()
})
