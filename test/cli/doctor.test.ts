import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { aRide } from '../support/archives'
import { dataDir, inContext, run, runAs, startInNewFolders } from '../support/cli'
import { damageTable } from '../support/damaged-database'
import { hgtTile } from '../support/elevation-tiles'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { writePmtiles } from '../support/map-files'

startInNewFolders()

const doctor = (...options: string[]) => run('doctor', '--offline', ...options)

/** A data folder with a workout that only its owner can read. */
async function withRide() {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  const ride = join(dataDir(), 'ride.gpx')
  writeFileSync(ride, aRide(1))
  await run('workouts', 'import', ride, '--user', 'ann')
  for (const path of ['', 'uploads', 'milepost.db', 'secret.key'])
    chmodSync(join(dataDir(), path), statSync(join(dataDir(), path)).mode & 0o700)
}

const faultsIn = (out: string) => out.split('\n').filter((line) => line.startsWith('ERROR'))

describe('doctor', () => {
  test('finds no serious problems on a healthy server', async () => {
    await withRide()
    const { code, out } = await doctor()
    expect(faultsIn(out)).toEqual([])
    expect(code).toBe(0)
    for (const what of ['data folder', 'pages', 'references', 'sums of workouts', 'clock'])
      expect(out).toContain(`ok       ${what}`)
  })

  test('reports a folder without a database, and a database of a newer release', async () => {
    const folder = newTestFolder()
    expect((await doctor('--data-dir', folder)).out).toContain(
      `ERROR    database: there is no database in ${folder}`,
    )
    await withRide()
    const database = openDatabase(join(dataDir(), 'milepost.db'))
    database.sqlite.exec("insert into kysely_migration values ('9999-future', '2030')")
    await database.db.destroy()
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(out).toContain("made by a newer release (it has '9999-future')")
  })

  test('reports a session key that would prevent the server from starting', async () => {
    await withRide()
    expect((await doctor()).out).toContain('ok       key of sessions')
    writeFileSync(join(dataDir(), 'secret.key'), '')
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(faultsIn(out)).toEqual([expect.stringContaining('key of sessions: ')])
    expect(out).toContain('secret.key contains no key')
  })

  test('gives advice on a missing folder', async () => {
    rmSync(dataDir(), { recursive: true })
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(out).toContain(`ERROR    data folder: ${dataDir()} is not there`)
    mkdirSync(dataDir())
  })

  test('continues when the database is damaged, and gives advice', async () => {
    await withRide()
    damageTable(join(dataDir(), 'milepost.db'), 'workouts')
    const damaged = await doctor()
    expect(damaged.code).toBe(1)
    expect(damaged.out).toMatch(/^ERROR {4}pages: .+\n +Restore a backup: `milepost restore`\.$/m)
    expect(damaged.out).toContain('ok       setting names')
    writeFileSync(join(dataDir(), 'milepost.db'), 'nothing of the kind')
    const none = await doctor()
    expect(none.code).toBe(1)
    expect(none.out).toContain(
      'ERROR    database: file is not a database\n         Restore a backup',
    )
    expect(none.out).toContain('ok       setting names')
  })

  test('reports and repairs wrong totals', async () => {
    await withRide()
    await inContext(({ db }) => db.updateTable('workout_sums').set({ distance: 999 }).execute())
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(faultsIn(out)).toEqual(['ERROR    sums of workouts: wrong in 6 row(s)'])
    expect((await doctor('--repair')).code).toBe(0)
    expect((await doctor()).code).toBe(0)
  })

  test('reports a map file that cannot be used', async () => {
    await withRide()
    const file = join(newTestFolder(), 'region.pmtiles')
    const env = { DATA_DIR: dataDir(), MAP_FILE: file }
    const missing = await runAs({ env }, 'doctor', '--offline')
    expect([missing.code, missing.out]).toEqual([
      0,
      expect.stringContaining(`warning  map file ${file}: it does not exist`),
    ])
    const tiles = [{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1]) }]
    await writePmtiles(file, { tiles, minZoom: 0, maxZoom: 0 })
    expect((await runAs({ env }, 'doctor', '--offline')).out).toContain(
      `ok       map file ${file}: raster tiles to zoom level 0`,
    )
  })

  test('lists elevation tiles, and which of them are unusable', async () => {
    await withRide()
    const folder = join(dataDir(), 'elevation')
    mkdirSync(folder)
    expect((await doctor()).out).not.toContain('tiles of elevations')
    mkdirSync(join(folder, 'alps'))
    const tile = hgtTile(45, 6, () => 7)
    writeFileSync(join(folder, 'N45E006.hgt'), tile.subarray(1))
    expect((await doctor()).out).toContain(
      `warning  tiles of elevations in ${folder}: there are none`,
    )
    for (const name of ['N45E007.hgt', 'S34W071.hgt'])
      writeFileSync(join(folder, 'alps', name), tile)
    const { code, out } = await doctor()
    expect(code).toBe(0)
    expect(out).toContain('ok       2 tiles of elevations, from 34° S 71° W to 46° N 8° E')
    expect(out).toContain(
      'warning  tile of elevations N45E006.hgt: it has 2884801 bytes, which is no',
    )
    rmSync(folder, { recursive: true })
  })

  test('counts workouts that are measured by the other setting, until they are measured again', async () => {
    await withRide()
    const check = async () =>
      (await doctor()).out.split('\n').filter((line) => line.includes('measurements'))
    expect(await check()).toEqual([expect.stringContaining('ok       measurements')])
    await inContext(({ db }) =>
      db.updateTable('users').set({ measurements: 'fittrackee' }).execute(),
    )
    expect(await check()).toEqual([
      expect.stringContaining('measurements: 1 workout is not measured as'),
    ])
    expect((await run('workouts', 'remeasure', '--all', '--outdated')).out).toContain(
      '- updated workouts: 1',
    )
    expect(await check()).toEqual([expect.stringContaining('ok       measurements')])
  })

  test('reports missing recordings', async () => {
    await withRide()
    const rows = await inContext(({ db }) =>
      db.selectFrom('workouts').select('original_file').execute(),
    )
    rmSync(join(dataDir(), 'uploads', rows[0]?.original_file ?? ''))
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(faultsIn(out)[0]).toContain('stored files: 1 are missing')
  })

  test('warns about files that other users can read, and fixes their permissions on request', async () => {
    await withRide()
    const file = join(dataDir(), 'milepost.db')
    chmodSync(file, 0o644)
    const { code, out } = await doctor()
    expect(code).toBe(0)
    expect(out).toContain(`who can read ${file}: other users of this machine can (644)`)
    await doctor('--repair')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(file)).toBe(true)
  })

  test('detects a clock that is behind the timestamps of rows', async () => {
    await withRide()
    const later = Date.now() + 3_600_000
    await inContext(({ db }) => db.updateTable('users').set({ created_at: later }).execute())
    expect(faultsIn((await doctor()).out)[0]).toContain('ERROR    clock')
  })
})

test('doctor reports configured folders that are not writable', async () => {
  const folder = newTestFolder()
  writeFileSync(join(folder, 'file'), '')
  const env = { BACKUP_TO: join(folder, 'file', 'backups'), UPLOAD_FOLDER: join(folder, 'rides') }
  const { code, out } = await runAs({ env }, 'doctor', '--offline')
  expect(code).toBe(1)
  expect(out).toContain(`ERROR    writing to ${env.BACKUP_TO} (BACKUP_TO): `)
  expect(out).toContain(`ok       writing to ${env.UPLOAD_FOLDER} (UPLOAD_FOLDER)`)
})

test('doctor accepts a data folder that others can traverse to the inbox', async () => {
  await withRide()
  chmodSync(dataDir(), 0o711)
  expect((await doctor()).out).toContain(`ok       who can read ${dataDir()}\n`)
  chmodSync(dataDir(), 0o755)
  expect((await doctor()).out).toContain(`who can read ${dataDir()}: other users`)
  await doctor('--repair')
  expect(statSync(dataDir()).mode & 0o777).toBe(0o711)
})
