import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOUR } from '@/lib/clock'
import { type HeldFile, holdFile } from '@/lib/held-file'
import { processName } from '@/lib/process-name'
import { newTestFolder } from '../../support/folder'

const AT_ONCE = { patience: 0, trustStrangers: 0 }
/** A file system without locks. */
const noLocks = async () => () => 'unknown' as const

/** A file that is not there yet, or names a process. */
function aMark(holder?: string): string {
  const mark = join(newTestFolder(), 'folder', 'in-use')
  if (holder === undefined) return mark
  mkdirSync(dirname(mark))
  writeFileSync(mark, holder)
  return mark
}

const dead = () => `${processName().split('_')[0]}_9999999_1`

function requireHeld(answer: Awaited<ReturnType<typeof holdFile>>): HeldFile {
  if ('release' in answer) return answer
  throw new Error(`held by process ${answer.pid}`)
}

test('a file is held by one at a time, whom it names, and is gone afterwards', async () => {
  const mark = aMark()
  const first = requireHeld(await holdFile(mark, AT_ONCE))
  expect(readFileSync(mark, 'utf8')).toBe(processName())
  expect(await holdFile(mark, AT_ONCE)).toEqual({ pid: process.pid })
  first.release()
  expect(existsSync(mark)).toBeFalse()
  requireHeld(await holdFile(mark, AT_ONCE)).release()
})

test('one that is patient holds it once the other lets go', async () => {
  const mark = aMark()
  const first = requireHeld(await holdFile(mark, AT_ONCE))
  const second = holdFile(mark, { ...AT_ONCE, patience: HOUR })
  await Bun.sleep(0)
  first.release()
  requireHeld(await second).release()
})

test('what a killed process has left is in nobody’s way, whatever it says', async () => {
  for (const left of ['', 'nonsense', dead(), processName(), 'elsewhere_1_1'])
    requireHeld(await holdFile(aMark(left), AT_ONCE)).release()
})

test('a process of another machine is believed for as long as it is asked for', async () => {
  const mark = aMark('elsewhere_1_1')
  const trusting = { patience: 0, trustStrangers: HOUR }
  expect(await holdFile(mark, trusting)).toEqual({ pid: undefined })
  const long = new Date(Date.now() - 2 * HOUR)
  utimesSync(mark, long, long)
  requireHeld(await holdFile(mark, trusting)).release()
})

test('where there are no locks, the name decides while its process runs', async () => {
  const mark = aMark()
  const first = requireHeld(await holdFile(mark, AT_ONCE, noLocks))
  expect(await holdFile(mark, AT_ONCE, noLocks)).toEqual({ pid: process.pid })
  first.release()
  for (const left of ['', 'nonsense', dead(), 'elsewhere_1_1'])
    requireHeld(await holdFile(aMark(left), AT_ONCE, noLocks)).release()
})
