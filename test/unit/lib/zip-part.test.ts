import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
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
    addPart(zip, stream, { name: `${index}.bin` })
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
