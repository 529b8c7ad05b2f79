import { expect, test } from 'bun:test'
import { streamListing } from '@/server/dav/listing'
import { eventually } from '../support/eventually'

const file = (name: string) => ({ name, isFolder: false, size: 1, modifiedAt: 0 })

async function* endless() {
  for (let number = 0; ; number++) yield [file(`${number}.gpx`)]
}

async function* failing() {
  yield [file('a.gpx')]
  throw new Error('EIO')
}

const folder = { basePath: '', path: '', entry: { ...file(''), isFolder: true } }

test('a listing that its client does not read ends and frees its slot', async () => {
  const released: true[] = []
  const body = streamListing(
    { ...folder, below: endless() },
    { signal: new AbortController().signal, release: () => released.push(true), maxStall: 1 },
  )
  await eventually(() => released.length).toBeGreaterThan(0)
  expect(new Response(body).text()).rejects.toThrow('stopped reading')
})

test('a listing whose client has disconnected frees its slot', () => {
  const gone = new AbortController()
  const released: true[] = []
  streamListing(
    { ...folder, below: endless() },
    { signal: gone.signal, release: () => released.push(true) },
  )
  gone.abort()
  expect(released).toHaveLength(1)
})

test('a listing that fails midway is an error and not a shorter folder', async () => {
  const released: true[] = []
  const body = streamListing(
    { ...folder, below: failing() },
    { signal: new AbortController().signal, release: () => released.push(true) },
  )
  expect(new Response(body).text()).rejects.toThrow('EIO')
  await eventually(() => released.length).toBeGreaterThan(0)
})
