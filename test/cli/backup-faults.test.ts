import { expect, test } from 'bun:test'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { processName } from '@/lib/process/process-name'
import { archiveTarget } from '@/services/backup/archive'
import { folderTarget } from '@/services/backup/folder'
import { inFolder } from '@/services/backup/folder-lock'
import { openBackup } from '@/services/backup/open-backup'
import { restore } from '@/services/backup/restore'
import { afterTest } from '../support/after-test'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { smallDisk } from '../support/small-disk'

const HOUR = 3_600_000
/** A disk with space for some uploads, but not for a database. */
const disk = smallDisk(600)

startInNewFolders()

const backups = (...names: string[]) => join(dataDir(), 'elsewhere', ...names)
const back = () => run('backup', '--to', backups())

/** Fills the data folder with a user and stored files of these sizes in bytes. */
async function withFiles(...sizes: number[]) {
  await inContext((ctx) => aUser(ctx, { username: 'ann' }))
  const folder = join(dataDir(), 'uploads', 'pictures', '1')
  mkdirSync(folder, { recursive: true })
  for (const [index, size] of sizes.entries())
    writeFileSync(join(folder, `${index}.jpg`), crypto.getRandomValues(new Uint8Array(size)))
}

/** Restores the newest backup. */
async function restoreTo(target: { dataDir: string; uploadsDir: string; force?: boolean }) {
  const open = await openBackup(backups(), { passphrase: undefined, scratch: newTestFolder() })
  try {
    return await restore(open, { force: false, now: Date.now(), ...target })
  } finally {
    await open.close()
  }
}

/** The name of a process of this machine that has ended. */
const dead = () => `${processName().split('_')[0]}_9999999_1`

test('a backup is not made into a folder in which another one is running', async () => {
  await withFiles(10)
  expect((await back()).code).toBe(0)
  const mark = backups('.in-use')
  expect(existsSync(mark)).toBeFalse()
  const refused = async (owner: string) => {
    const { code, err } = await back()
    expect(code).toBe(4)
    expect(err).toContain(mark)
    expect(readFileSync(mark, 'utf8')).toBe(owner)
  }
  await inFolder(backups(), () => refused(processName()))
  writeFileSync(mark, 'elsewhere_1_1')
  await refused('elsewhere_1_1')
  const long = new Date(Date.now() - 2 * HOUR)
  utimesSync(mark, long, long)
  expect((await back()).code).toBe(0)
  writeFileSync(mark, dead())
  expect((await back()).code).toBe(0)
  expect(existsSync(mark)).toBeFalse()
})

test('files left by killed backups are deleted by the next one', async () => {
  await withFiles(10)
  const left = [
    join(dataDir(), `.backup-${dead()}.db`),
    backups('.partial-milepost-2026-01-01T00-00-00Z', 'manifest.json'),
    backups('contents', '.partial-1'),
  ]
  const others = [
    join(dataDir(), '.backup-elsewhere_1_1.db'),
    backups('.partial-elsewhere_1_1'),
    backups('milepost-2026-01-01.db'),
  ]
  for (const path of [...left, ...others]) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'half')
  }
  expect((await back()).code).toBe(0)
  expect(left.filter((path) => existsSync(path))).toEqual([])
  expect(others.filter((path) => !existsSync(path))).toEqual([])
  expect((await run('backup', 'verify', backups())).code).toBe(0)
})

test('uploads are restored to the target of a symbolic link, which is preserved', async () => {
  await withFiles(100)
  await back()
  const [target, far] = [newTestFolder(), newTestFolder()]
  const uploadsDir = join(target, 'uploads')
  mkdirSync(join(far, 'kept', 'pictures'), { recursive: true })
  writeFileSync(join(far, 'kept', 'pictures', 'former'), 'former')
  symlinkSync(join(far, 'kept'), uploadsDir)
  await expect(restoreTo({ dataDir: target, uploadsDir })).rejects.toThrow('already exists')
  await restoreTo({ dataDir: target, uploadsDir, force: true })
  expect(lstatSync(uploadsDir).isSymbolicLink()).toBeTrue()
  expect(readdirSync(join(uploadsDir, 'pictures', '1'))).toEqual(['0.jpg'])
  const aside = readdirSync(far).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(existsSync(join(far, aside, 'kept', 'pictures', 'former'))).toBeTrue()
  expect(readdirSync(far).filter((name) => name.startsWith('.'))).toEqual([])
})

test.skipIf(disk === undefined)('uploads may be on another disk than the database', async () => {
  await withFiles(1000, 2000)
  await back()
  const target = newTestFolder()
  const uploadsDir = join(disk ?? '', 'uploads')
  await restoreTo({ dataDir: target, uploadsDir })
  afterTest(() => rmSync(uploadsDir, { recursive: true }))
  expect(readdirSync(join(uploadsDir, 'pictures', '1')).toSorted()).toEqual(['0.jpg', '1.jpg'])
  expect(existsSync(join(target, 'milepost.db'))).toBeTrue()
  expect(readdirSync(disk ?? '')).toEqual(['uploads'])
  expect(readdirSync(target).filter((name) => name.startsWith('.'))).toEqual([])
})

test.skipIf(disk === undefined)(
  'a disk that becomes full during a restore leaves the existing data and nothing else',
  async () => {
    await withFiles(400_000, 400_000)
    await back()
    const target = newTestFolder()
    writeFileSync(join(target, 'milepost.db'), 'former')
    const uploadsDir = join(disk ?? '', 'uploads')
    const restored = restoreTo({ dataDir: target, uploadsDir, force: true })
    await expect(restored).rejects.toThrow('There is not enough space on the disk for')
    expect(readdirSync(target)).toEqual(['milepost.db'])
    expect(readFileSync(join(target, 'milepost.db'), 'utf8')).toBe('former')
    expect(readdirSync(disk ?? '')).toEqual([])
  },
)

test.skipIf(disk === undefined)(
  'existing data is moved back when the rest of a restore cannot be moved',
  async () => {
    await withFiles(100)
    await back()
    const target = newTestFolder()
    for (const name of ['milepost.db', 'milepost.db-wal', 'secret.key'])
      writeFileSync(join(target, name), `former ${name}`)
    // The mount point of a disk cannot be replaced by another folder.
    const uploadsDir = join(target, 'uploads')
    symlinkSync(disk ?? '', uploadsDir)
    await expect(restoreTo({ dataDir: target, uploadsDir, force: true })).rejects.toThrow('EBUSY')
    for (const name of ['milepost.db', 'milepost.db-wal', 'secret.key'])
      expect(readFileSync(join(target, name), 'utf8')).toBe(`former ${name}`)
    expect(readdirSync(target).filter((name) => name.startsWith('.'))).toEqual([])
  },
)

test('a backup skips files that are missing, but not files that cannot be opened', async () => {
  const folder = newTestFolder()
  const loop = join(folder, 'loop.gpx')
  symlinkSync(loop, loop)
  const targets = [
    archiveTarget(new PassThrough()),
    await folderTarget(folder, 'milepost-2026-01-01T00-00-00Z'),
  ]
  for (const target of targets) {
    const add = (path: string) => target.add('uploads/a.gpx', { fetch: async () => path })
    expect(await add(join(folder, 'gone.gpx'))).toBeUndefined()
    await expect(add(loop)).rejects.toMatchObject({ code: 'ELOOP' })
  }
})

test('a damaged manifest does not prevent new backups, but the deletion of shared contents', async () => {
  await withFiles(10)
  const again = () => run('backup', '--to', backups(), '--keep', '2')
  const listed = () => readdirSync(backups()).filter((name) => name.startsWith('milepost-'))
  const contents = () =>
    [...new Bun.Glob('*/*').scanSync(backups('contents'))].map((path) => path.split('/')[1])
  await again()
  await again()
  const damaged = listed().toSorted().at(-1) ?? ''
  const manifest = backups(damaged, 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  const picture = JSON.parse(text).files.find((file: { path: string }) =>
    file.path.endsWith('.jpg'),
  ).sha256
  writeFileSync(manifest, text.replace('files', 'filed'))
  rmSync(join(dataDir(), 'uploads', 'pictures', '1', '0.jpg'))
  expect((await again()).code).toBe(0)
  expect(listed()).toHaveLength(2)
  expect(contents()).toContain(picture)
  expect(await again()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`removed ${damaged}`),
  })
  expect(contents()).not.toContain(picture)
  expect((await run('backup', 'verify', backups())).code).toBe(0)
})
