import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { ZipWriter } from '@/lib/zip-writer'
import { openZip } from '@/tracks/formats/zip'

const PARTS = 60

/** Adds a part as exports and backups do: the next one when this one was read. */
async function add(zip: ZipWriter, stream: Readable, name: string): Promise<void> {
  const read = finished(stream)
  zip.add(stream, { name, mtime: new Date(0) })
  await read
}

test('an archive that is being made keeps nothing of the parts that are in it', async () => {
  const zip = new ZipWriter()
  zip.output.resume()
  const streams: WeakRef<Readable>[] = []
  const addOne = async (index: number) => {
    const stream = Readable.from([Buffer.alloc(1000, index)])
    streams.push(new WeakRef(stream))
    await add(zip, stream, `${index}.bin`)
  }
  for (let index = 0; index < PARTS; index += 1) await addOne(index)
  const kept = () => streams.filter((stream) => stream.deref() !== undefined).length
  for (let attempt = 0; attempt < 20 && kept() > PARTS / 4; attempt += 1) {
    await setImmediate()
    Bun.gc(true)
  }
  expect(kept()).toBeLessThanOrEqual(PARTS / 4)
  const ended = finished(zip.output)
  zip.end()
  await ended
})

/** How often the library looks at the parts that it knows while an archive of so many is made. */
async function looksAtParts(count: number): Promise<number> {
  let looks = 0
  const counting = (entries: unknown[]) =>
    new Proxy(entries, {
      get: (all, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
        return Reflect.get(all, key)
      },
    })
  let known = counting([])
  Object.defineProperty(ZipFile.prototype, 'entries', {
    configurable: true,
    get: () => known,
    set: (entries: unknown[]) => {
      known = counting(entries)
    },
  })
  try {
    const zip = new ZipWriter()
    const bytes = buffer(zip.output)
    for (let index = 0; index < count; index += 1)
      await add(zip, Readable.from([Buffer.from([index])]), `${index}.bin`)
    zip.end()
    const { entries } = await openZip(await bytes, count)
    expect(entries.map(({ name }) => name)).toEqual(
      Array.from({ length: count }, (_, index) => `${index}.bin`),
    )
    return looks
  } finally {
    Reflect.deleteProperty(ZipFile.prototype, 'entries')
  }
}

test('ten times as many parts are ten times the work, and all of them are listed', async () => {
  const few = await looksAtParts(40)
  expect(few).toBeGreaterThan(40)
  expect(await looksAtParts(400)).toBeLessThan(15 * few)
})

test.each(['0001-01-01', '1969-12-31', '1970-01-01', '2106-02-07', '2400-01-01'])(
  'an archive is made by a clock that says it is %s',
  async (day) => {
    const zip = new ZipWriter()
    zip.add(Readable.from([Buffer.from('a')]), { name: 'a.txt', mtime: new Date(day) })
    zip.end()
    const bytes = await buffer(zip.output)
    expect(bytes.includes('a.txt')).toBe(true)
  },
)
