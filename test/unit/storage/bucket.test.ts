import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStorageDown } from '@/lib/system-errors'
import { randomIds } from '@/lib/text/ids'
import { openStorage } from '@/store/files/open-files'
import { unusedUrl } from '../../support/fake-server'
import { newTestFolder } from '../../support/folder'
import { findS3Server } from '../../support/programs'
import { type Bucket, bucketSettings, openS3Server } from '../../support/s3'

const s3Server = findS3Server()
const reserve = { hasSpace: () => true }

function openOn(
  bucket: Bucket,
  { cacheBytes = 1e9, dataDir = newTestFolder(), now = Date.now } = {},
) {
  const settings = {
    dataDir,
    uploadsDir: join(dataDir, 'uploads'),
    bucket: { ...bucketSettings(bucket), cacheBytes },
  }
  return openStorage(settings, { ids: randomIds, reserve, clock: { now, elapsed: now } })
}

type Storage = ReturnType<typeof openOn>

async function store(files: Storage, path: string, content: string | Uint8Array): Promise<void> {
  const incoming = files.incoming()
  writeFileSync(incoming, content)
  await files.store(incoming, path)
}

const read = async (files: Storage, path: string) => {
  const found = await files.fetch(path)
  return found === undefined ? undefined : readFileSync(found)
}

const listed = async (files: Storage) =>
  (await Array.fromAsync(files.list())).map(({ path }) => path).toSorted()

describe.skipIf(!s3Server)('files in a bucket', () => {
  let server: Awaited<ReturnType<typeof openS3Server>>
  let unused: Bucket[]

  beforeAll(async () => {
    server = await openS3Server(s3Server ?? '')
    unused = [...server.buckets]
  })
  afterAll(() => server.stop())

  const emptyBucket = () => unused.pop() as Bucket

  test('can be read by another machine as soon as they are stored, even large ones', async () => {
    const bucket = emptyBucket()
    const [one, other] = [openOn(bucket), openOn(bucket)]
    const large = new Uint8Array(30_000_000).map((_, at) => at % 251)
    await store(one, 'workouts/1/ride é & co.gpx', 'a ride')
    await store(one, 'workouts/1/long.fit', large)
    expect((await read(other, 'workouts/1/ride é & co.gpx'))?.toString()).toBe('a ride')
    expect((await read(other, 'workouts/1/long.fit'))?.equals(large)).toBe(true)
    expect(await read(other, 'workouts/1/none.gpx')).toBeUndefined()
    expect(await other.exists('workouts/1/long.fit')).toBe(true)
    expect(await other.exists('workouts/1/none.gpx')).toBe(false)
    expect(await other.totalSize()).toBe(30_000_006)
  })

  test('are listed by folder, set aside and deleted', async () => {
    const files = openOn(emptyBucket())
    const paths = ['pictures/2/a.jpg', 'workouts/1/b.gpx', 'workouts/1/c.gpx', 'workouts/10/d.gpx']
    for (const path of paths) await store(files, path, path)
    expect(await listed(files)).toEqual(paths)
    expect((await files.foldersIn('workouts')).toSorted()).toEqual(['1', '10'])
    expect(await files.foldersIn('exports')).toEqual([])
    const [first] = await files.filesIn('workouts/1')
    expect(first).toMatchObject({ path: 'workouts/1/b.gpx', size: 16 })
    expect(Math.abs((first?.modifiedAt ?? 0) - Date.now())).toBeLessThan(60_000)
    await files.setAside('workouts/1/b.gpx')
    expect(await listed(files)).toEqual(paths.filter((path) => path !== 'workouts/1/b.gpx'))
    expect((await read(files, 'lost/workouts_1_b.gpx'))?.toString()).toBe('workouts/1/b.gpx')
    await files.remove('pictures/2/a.jpg')
    await files.remove('pictures/2/a.jpg')
    expect(await read(files, 'pictures/2/a.jpg')).toBeUndefined()
    await files.removeFolder('workouts/1')
    expect(await listed(files)).toEqual(['workouts/10/d.gpx'])
    for (const path of ['../secret.key', 'workouts/../../x', '/etc/passwd', ''])
      await expect(files.fetch(path)).rejects.toThrow('path outside the uploads folder')
  })

  test('are all listed, however many there are', async () => {
    const bucket = emptyBucket()
    const client = new Bun.S3Client({ ...bucket, bucket: bucket.name })
    const names = Array.from(
      { length: 1100 },
      (_, at) => `workouts/1/${String(at).padStart(5, '0')}`,
    )
    for (let start = 0; start < names.length; start += 100)
      await Promise.all(names.slice(start, start + 100).map((name) => client.write(name, 'x')))
    expect(await listed(openOn(bucket))).toEqual(names)
    // The time depends on the program that simulates the bucket.
  }, 120_000)

  test('have copies on disk, which are deleted when there are too many, but not while they are read', async () => {
    const bucket = emptyBucket()
    const dataDir = newTestFolder()
    const first = openOn(bucket, { dataDir })
    await store(first, 'workouts/1/a.gpx', 'aaaa')
    const copy = await first.fetch('workouts/1/a.gpx')
    expect(existsSync(copy ?? '')).toBe(true)
    const small = openOn(bucket, { dataDir, cacheBytes: 2 })
    expect((await read(small, 'workouts/1/a.gpx'))?.toString()).toBe('aaaa')
    await store(small, 'workouts/1/b.gpx', 'bbbb')
    expect(existsSync(copy ?? '')).toBe(true)
    const later = openOn(bucket, { dataDir, cacheBytes: 2, now: () => Date.now() + 3_600_000 })
    await store(later, 'workouts/1/c.gpx', 'cccc')
    expect(existsSync(copy ?? '')).toBe(false)
    expect((await read(later, 'workouts/1/a.gpx'))?.toString()).toBe('aaaa')
  })

  test('are stored all or not at all, with an error when the bucket cannot be reached', async () => {
    const bucket = emptyBucket()
    const files = openOn(bucket)
    const incoming = files.incoming()
    writeFileSync(incoming, 'there')
    const both = [
      { incoming, relative: 'workouts/1/a.gpx' },
      { incoming: `${incoming}-missing`, relative: 'workouts/1/b.gpx' },
    ]
    await expect(files.storeWritten(both)).rejects.toThrow()
    expect(await listed(files)).toEqual([])
    expect(existsSync(incoming)).toBe(true)

    const gone = openOn({ ...bucket, endpoint: unusedUrl() })
    const arrived = gone.incoming()
    writeFileSync(arrived, 'x')
    const attempts = [
      () => gone.store(arrived, 'workouts/1/a.gpx'),
      () => gone.fetch('workouts/1/a.gpx'),
      () => gone.remove('workouts/1/a.gpx'),
      () => gone.exists('workouts/1/a.gpx'),
      () => listed(gone),
    ]
    for (const attempt of attempts) {
      const error = await Promise.resolve(attempt()).catch((reason: unknown) => reason)
      expect(isStorageDown(error)).toBe(true)
    }
  })
})
