import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { addPart } from '@/lib/zip-part'

const PARTS = 60

test('an archive that is being made keeps nothing of the parts that are in it', async () => {
  const zip = new ZipFile()
  zip.outputStream.resume()
  const streams: WeakRef<Readable>[] = []
  const add = async (index: number) => {
    const stream = Readable.from([Buffer.alloc(1000, index)])
    streams.push(new WeakRef(stream))
    addPart(zip, stream, { name: `${index}.bin`, mtime: new Date(0) })
    await finished(stream)
  }
  for (let index = 0; index < PARTS; index += 1) await add(index)
  const kept = () => streams.filter((stream) => stream.deref() !== undefined).length
  for (let attempt = 0; attempt < 20 && kept() > PARTS / 4; attempt += 1) {
    await setImmediate()
    Bun.gc(true)
  }
  expect(kept()).toBeLessThanOrEqual(PARTS / 4)
  const ended = finished(zip.outputStream)
  zip.end()
  await ended
})

test.each(['0001-01-01', '1969-12-31', '1970-01-01', '2106-02-07', '2400-01-01'])(
  'an archive is made by a clock that says it is %s',
  async (day) => {
    const zip = new ZipFile()
    addPart(zip, Readable.from([Buffer.from('a')]), { name: 'a.txt', mtime: new Date(day) })
    zip.end()
    const bytes = await buffer(zip.outputStream)
    expect(bytes.includes('a.txt')).toBe(true)
  },
)
