import { describe, expect, test } from 'bun:test'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { startServer } from '../support/client'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { smallDisk } from '../support/small-disk'

const disk = smallDisk(8000)
const available = { status: 200, body: { message: 'db available', status: 'success' } }
const unavailable = { status: 500, body: { message: 'db unavailable', status: 'error' } }

/** A server on a file, and its response to a later check. */
function scene(folder: string) {
  const file = join(folder, 'milepost.db')
  writeFileSync(file, PREPARED_DATABASE)
  const database = openDatabase(file)
  database.sqlite.pragma('wal_checkpoint(truncate)')
  const { call, clock } = startServer({}, database)
  const check = () => {
    clock.advance(5000)
    return call('GET', '/api/check-db')
  }
  return { file, check }
}

describe('GET /api/check-db', () => {
  test('reports that a database works, in a file or in memory', async () => {
    expect(await scene(newTestFolder()).check()).toMatchObject(available)
    expect(await startServer().call('GET', '/api/check-db')).toMatchObject(available)
  })

  test('detects damage to the file, whatever is cached in memory', async () => {
    const { file, check } = scene(newTestFolder())
    expect(await check()).toMatchObject(available)
    const bytes = Buffer.from(await Bun.file(file).bytes())
    writeFileSync(file, bytes.fill(0xff, 4096))
    expect(await check()).toMatchObject(unavailable)
  })

  test('detects a file that was deleted or replaced', async () => {
    const { file, check } = scene(newTestFolder())
    renameSync(file, `${file}.old`)
    expect(await check()).toMatchObject(unavailable)
    writeFileSync(file, PREPARED_DATABASE)
    expect(await check()).toMatchObject(unavailable)
    renameSync(`${file}.old`, file)
    expect(await check()).toMatchObject(available)
  })

  test.skipIf(!disk)('detects a read-only file', async () => {
    const { check } = scene(disk ?? '')
    // An open file keeps the disk writable; through this mount it is read-only.
    const mount = (...options: string[]) => Bun.spawnSync(['mount', ...options])
    mount('--bind', disk ?? '', disk ?? '')
    mount('-o', 'remount,ro,bind', disk ?? '')
    const { status, body } = await check()
    Bun.spawnSync(['umount', '-l', disk ?? ''])
    expect({ status, body }).toEqual(unavailable)
  })
})
