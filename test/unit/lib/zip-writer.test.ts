import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { ZipWriter } from '@/lib/files/zip-writer'

const PARTS = 60

/** Adds a part as exports and backups do: the next one once this one has been read. */
async function add(zip: ZipWriter, stream: Readable, name: string): Promise<void> {
  const read = finished(stream)
  zip.add(stream, { name, mtime: new Date(0) })
  await read
}

test('a ZIP writer releases the streams of the parts already written', async () => {
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

test('a ZIP writer lists all parts in the order in which they were added', async () => {
  const zip = new ZipWriter()
  const bytes = buffer(zip.output)
  for (let index = 0; index < PARTS; index += 1)
    await add(zip, Readable.from([Buffer.from([index])]), `${index}.bin`)
  zip.end()
  const { entries } = await openZip(await bytes, PARTS)
  expect(entries.map(({ name }) => name)).toEqual(
    Array.from({ length: PARTS }, (_, index) => `${index}.bin`),
  )
})

test.each(['0001-01-01', '1969-12-31', '1970-01-01', '2106-02-07', '2400-01-01'])(
  'a ZIP archive can be written when the clock says %s',
  async (day) => {
    const zip = new ZipWriter()
    zip.add(Readable.from([Buffer.from('a')]), { name: 'a.txt', mtime: new Date(day) })
    zip.end()
    const bytes = await buffer(zip.output)
    expect(bytes.includes('a.txt')).toBe(true)
  },
)
