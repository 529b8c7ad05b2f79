import { describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { readFromDisk } from '@/store/db/connections/read-from-disk'
import { afterTest } from '../support/after-test'
import { failingDisk } from '../support/failing-disk'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { until } from '../support/until'

/** Starts another process that opens a database, performs these actions and stays. Resolves when it has. */
async function startProcess(file: string, ...actions: string[]) {
  const other = Bun.spawn([process.execPath, SCRIPT, file, ...actions, 'wait'], {
    stdout: 'ignore',
  })
  afterTest(async () => {
    other.kill('SIGKILL')
    await other.exited
  })
  await until('the other process has written', () => existsSync(`${file}.ready`))
  return other
}

const SCRIPT = join(import.meta.dir, '../support/database-process.ts')

/** Starts another process that opens a database, performs these actions and is killed. Returns its output. */
function runProcess(file: string, ...actions: string[]): string {
  const { stdout, stderr } = Bun.spawnSync([process.execPath, SCRIPT, file, ...actions])
  const failure = stderr.toString()
  if (failure !== '') throw new Error(failure)
  return stdout.toString()
}

// A disk can fail once.
const [disk, sharedDisk] = [failingDisk(), failingDisk()]

describe.skipIf(sharedDisk === undefined)('after a failed fsync', () => {
  test('the next start reads from the disk, so that a power cut loses no acknowledged data', () => {
    if (!disk) throw new Error('no disk')
    const { folder, fill, free, cutPower } = disk
    const file = join(folder, 'milepost.db')
    writeFileSync(file, PREPARED_DATABASE)
    // Without a WAL the next write starts in a hole: a loop device acknowledges writes that fail later.
    expect(runProcess(file, 'write:before', 'close')).toBe('before acknowledged\n')
    expect(runProcess(file, `run:${fill()}`, 'write:during', 'write:next')).toBe(
      'during refused: DiskFailedError\nnext refused: DiskFailedError\n',
    )
    free()
    expect(runProcess(file, 'write:after', 'list')).toBe('after acknowledged\nbefore,after\n')
    const copy = join(cutPower(), 'milepost.db')
    expect(runProcess(copy, 'list')).toBe('before,after\n')
  })

  test('no other process writes until the one that noticed it has ended', async () => {
    if (!sharedDisk) throw new Error('no disk')
    const { folder, fill, free } = sharedDisk
    const file = join(folder, 'shared.db')
    writeFileSync(file, PREPARED_DATABASE)
    expect(runProcess(file, 'write:before', 'close')).toBe('before acknowledged\n')
    const other = await startProcess(file, 'write:first', `run:${fill()}`, 'write:during')
    free()
    expect(() => runProcess(file, 'write:lost')).toThrow('another process still has it open')
    other.kill('SIGKILL')
    await other.exited
    expect(runProcess(file, 'write:after', 'list')).toBe('after acknowledged\nbefore,first,after\n')
  })
})

describe('a database that another process has open', () => {
  async function openElsewhere() {
    const file = join(newTestFolder(), 'milepost.db')
    writeFileSync(file, PREPARED_DATABASE)
    return { file, other: await startProcess(file, 'write:first') }
  }

  test('is not read from the disk again, because the other process uses the page cache', async () => {
    const { file, other } = await openElsewhere()
    expect(readFromDisk(file)).toBe(false)
    other.kill('SIGKILL')
    await other.exited
    expect(readFromDisk(file)).toBe(true)
    expect(runProcess(file, 'list')).toBe('first\n')
  })

  test('is opened, but not after its disk has failed', async () => {
    const { file, other } = await openElsewhere()
    await openOwnDatabase(file, () => undefined).db.destroy()
    expect(() => openOwnDatabase(file, () => undefined, true)).toThrow(
      'another process still has it open. Stop the server',
    )
    other.kill('SIGKILL')
    await other.exited
    await openOwnDatabase(file, () => undefined, true).db.destroy()
  })
})
