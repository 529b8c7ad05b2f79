import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { loadConfig } from '@/config/config'
import { openZip, type PackedBytes } from '@/tracks/formats/zip'
import { decodePoints } from '@/tracks/streams/points-blob'
import { TrackError } from '@/tracks/track-error'
import { formOnceRead, PLAIN, type RecordingForm } from '@/workers/recording-form'
import { startWorkers, type Workers } from '@/workers/start-workers'
import type { TrackRequest } from '@/workers/track-job'
import { measureTrack } from '@/workers/track-task'
import { testClock } from '../../support/clock'
import { newTestFolder } from '../../support/folder'
import { plainPng, readImage } from '../../support/images'
import { rideGpx } from '../../support/ride'
import { nobody, standIn } from '../../support/stand-in'
import { zipBytes } from '../../support/tracks/zip'

let folder = ''
const started: Workers[] = []
const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })

beforeEach(() => {
  folder = newTestFolder()
  logged.length = 0
})
afterEach(() => {
  for (const workers of started.splice(0)) workers.stop()
})

const surroundings = (env: Record<string, string>) => ({
  config: loadConfig({ DATA_DIR: folder, TILE_SERVER_URL: nobody(), ...env }, {}),
  clock: testClock(),
  log,
})

/** Real threads. */
function workersWith(env: Record<string, string> = {}, around = surroundings(env)): Workers {
  const workers = startWorkers(around)
  started.push(workers)
  return workers
}

const readerWith = (env: Record<string, string> = {}) => workersWith(env).tracks

const RIDE = rideGpx({ kilometres: 3, withPause: true })
const files = { count: 0 }

function requestFor(content: string | Uint8Array, changes: Partial<TrackRequest> = {}) {
  files.count += 1
  const path = join(folder, `file ${files.count}`)
  writeFileSync(path, content)
  return {
    ...{ path, form: PLAIN, fileName: 'ride.gpx', segmentsCreationEvent: 'only_manual' as const },
    ...{ acceptWithoutGps: true, stoppedSpeedThreshold: 1, useRawSpeed: false },
    ...{ hasElevation: true, elevations: { use: 'file' } as const },
    ...changes,
  }
}

/** The kind of error a reading ends with. */
const kindOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'fine',
    (error: TrackError) => error.kind,
  )

const withoutElevation = RIDE.replace(/<ele>[^<]*<\/ele>/, '')

describe('a recording read by a worker', () => {
  test('is what it is when read in place', async () => {
    const request = requestFor(RIDE)
    const services = { openElevation: undefined, valhalla: undefined }
    const inPlace = await measureTrack({ kind: 'measure', request, services }, { fetch })
    const track = await readerWith().read(request)
    expect(track).toEqual(inPlace)
    expect(track.segments).toHaveLength(2)
    for (const { points, pointCount } of track.segments)
      expect(decodePoints(points).size).toBe(pointCount)
  })

  test('knows where and when it starts and ends', async () => {
    const { ends, start, startedAt } = await readerWith().read(requestFor(RIDE))
    expect(ends?.start).toEqual({ lat: start?.lat, lon: start?.lon, at: startedAt / 1000 } as never)
    const last = [...RIDE.matchAll(/lat="([\d.]+)" lon="([\d.]+)".*?<time>(.*?)<\/time>/gs)].at(-1)
    expect(ends?.end).toEqual({
      lat: Number(last?.[1]),
      lon: Number(last?.[2]),
      at: Date.parse(last?.[3] ?? ''),
    })
  })

  test('has no ends for the weather without a time at the end', async () => {
    const endless = RIDE.replace(/<time>[^<]*<\/time>(?![\s\S]*<time>)/, '')
    expect((await readerWith().read(requestFor(endless))).ends).toBeNull()
  })

  test('has a map that is known by its line', async () => {
    const reader = readerWith()
    const { mapId } = await reader.read(requestFor(RIDE))
    expect(mapId).toMatch(/^[0-9a-f]{32}$/)
    expect((await reader.read(requestFor(withoutElevation))).mapId).toBe(mapId)
    const elsewhere = RIDE.replace(/lat="(\d+\.\d)/, 'lat="$11')
    expect((await reader.read(requestFor(elsewhere))).mapId).not.toBe(mapId)
  })
})

describe('files that cannot be used', () => {
  test('fail with their own error and do not harm the others', async () => {
    const reader = readerWith()
    const bad = [
      '',
      'garbage',
      RIDE.slice(0, 900),
      '<?xml version="1.0"?><gpx></gpx>',
      '\0'.repeat(9),
    ]
    const contents = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? bad[i % 5] : RIDE))
    const kinds = await Promise.all(
      contents.map((content) => kindOf(reader.read(requestFor(content ?? '')))),
    )
    for (const [i, kind] of kinds.entries()) {
      if (i % 3 === 0) expect(['invalidFile', 'gpxUnreadable', 'gpxNoTracks']).toContain(kind)
      else expect(kind).toBe('fine')
    }
  })

  test('that are gone fail like others', async () => {
    const request = requestFor(RIDE)
    rmSync(request.path)
    expect(await kindOf(readerWith().read(request))).toBe('processing')
    expect(logged.join()).toContain('ENOENT')
  })

  test('that are too large are not even read', async () => {
    const request = requestFor('')
    Bun.spawnSync(['truncate', '-s', '300M', request.path])
    expect(await kindOf(readerWith().read(request))).toBe('fileTooLarge')
  })
})

describe('a recording in an archive', () => {
  /** A request for the only entry of an archive, to be unpacked into a file that is not there yet. */
  async function requestForPacked(
    content: string | Uint8Array,
    formAt: (place: PackedBytes) => RecordingForm = (place) => ({ kind: 'entry', place }),
  ): Promise<TrackRequest> {
    const archive = join(folder, 'a.zip')
    writeFileSync(archive, zipBytes([{ name: 'ride.gpx', content }]))
    const zip = await openZip(archive, 1)
    const [entry] = zip.entries
    const place = entry && zip.locate(entry, 1e6)
    zip.close()
    if (!place) throw new Error('there is an entry')
    const request = requestFor('', { form: formAt(place) })
    rmSync(request.path)
    return request
  }

  test('is unpacked on the way, and read like any other', async () => {
    const request = await requestForPacked(RIDE)
    const reader = readerWith()
    expect(await reader.read(request)).toEqual(await reader.read(requestFor(RIDE)))
    expect(readFileSync(request.path, 'utf8')).toBe(RIDE)
  })

  test('becomes gzip data without being packed anew, when it is well packed', async () => {
    const request = await requestForPacked(RIDE, (place) => ({ kind: 'wellPackedEntry', place }))
    const reader = readerWith()
    const expected = await reader.read(requestFor(RIDE))
    expect(await reader.read(request)).toEqual(expected)
    expect(gunzipSync(readFileSync(request.path)).toString()).toBe(RIDE)
    expect(await reader.read({ ...request, form: formOnceRead(request.form) })).toEqual(expected)
  })

  test('stays the gzip data that it is', async () => {
    const packed = gzipSync(RIDE)
    const gzipEntry = (mostBytes: number) => (place: PackedBytes) =>
      ({ kind: 'gzipEntry', place, mostBytes }) as const
    const request = await requestForPacked(packed, gzipEntry(RIDE.length))
    const reader = readerWith()
    expect(await reader.read(request)).toEqual(await reader.read(requestFor(RIDE)))
    expect(readFileSync(request.path).equals(packed)).toBe(true)
    const tooLarge = await requestForPacked(packed, gzipEntry(RIDE.length - 1))
    expect(await kindOf(reader.read(tooLarge))).toBe('tooLarge')
  })

  test('is no recording when it is packed once more', async () => {
    const request = await requestForPacked(gzipSync(RIDE).toString('latin1'))
    expect(await kindOf(readerWith().read(request))).toBe('invalidFile')
  })

  test('is not to blame when its file cannot be written', async () => {
    const request = await requestForPacked(RIDE)
    const reading = readerWith().read({ ...request, path: join(folder, 'missing', 'file') })
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(reading).rejects.not.toBeInstanceOf(TrackError)
  })
})

describe('elevations asked for by a worker', () => {
  const plan = { use: 'service', source: 'valhalla', whenMissing: true } as const

  test('are those of the service', async () => {
    const service = standIn(({ body }) =>
      Response.json({ height: JSON.parse(body).shape.map(() => 321) }),
    )
    const reader = readerWith({ VALHALLA_API_URL: service.url })
    const track = await reader.read(requestFor(withoutElevation, { elevations: plan }))
    expect(track.elevationSource).toBe('valhalla')
    expect(track.metrics).toMatchObject({ minAlt: 321, maxAlt: 321, ascent: 0 })
  })

  test('are not asked for sports without elevation', async () => {
    const service = standIn(() => new Response('', { status: 500 }))
    const reader = readerWith({ VALHALLA_API_URL: service.url })
    const request = requestFor(withoutElevation, { elevations: plan, hasElevation: false })
    expect((await reader.read(request)).elevationSource).toBe('file')
    expect(service.asked).toEqual([])
  })

  test('that fail are told in the log, to the client only that something failed', async () => {
    const failures = [
      () => new Response('', { status: 500 }),
      () => Response.json({ height: [1, 2] }),
      () => new Response('<html>'),
    ]
    for (const answer of failures) {
      const reader = readerWith({ VALHALLA_API_URL: standIn(answer).url })
      const reading = reader.read(requestFor(withoutElevation, { elevations: plan }))
      await expect(reading).rejects.toMatchObject({
        kind: 'elevations',
        message: 'error when processing workout',
      })
    }
    expect(logged.join()).toMatch(/Valhalla answered 500.*answered 2 values.*no JSON/s)
  })

  test('do not keep other recordings waiting', async () => {
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    const service = standIn(async ({ body }) => {
      await opened
      return Response.json({ height: JSON.parse(body).shape.map(() => 7) })
    })
    const reader = readerWith({ VALHALLA_API_URL: service.url })
    const slow = reader.read(requestFor(withoutElevation, { elevations: plan }))
    await reader.read(requestFor(RIDE))
    gate.open?.()
    expect((await slow).elevationSource).toBe('valhalla')
  })
})

/** The points of the ride as they are stored. */
const pointsOfRide = async () =>
  (await readerWith().read(requestFor(RIDE))).segments.map(({ points }) => points)

test('a map is drawn by a worker on the tiles of the server', async () => {
  const red = await plainPng('#ff0000')
  const tiles = standIn(() => new Response(red, { headers: { 'content-type': 'image/png' } }))
  const { maps } = workersWith({ TILE_SERVER_URL: `${tiles.url}/{z}/{x}/{y}.png` })
  const drawn = await maps.draw(await pointsOfRide())
  const image = await readImage(drawn?.png ?? new Uint8Array())
  expect(image).toMatchObject({ format: 'png', width: 400, height: 225 })
  expect(image.at(0, 0)).toBe('#ff0000')
  expect(maps.isResting()).toBe(false)
})

test('a tile server that failed is left alone for a minute', async () => {
  const server = standIn(() => new Response('', { status: 500 }))
  const around = surroundings({ TILE_SERVER_URL: `${server.url}/{z}/{x}/{y}.png` })
  const { maps } = workersWith({}, around)
  const points = await pointsOfRide()
  const first = await maps.draw(points)
  expect(first).toMatchObject({ serverFailed: true })
  expect(maps.isResting()).toBe(true)
  const asked = server.asked.length
  expect(asked).toBeGreaterThan(0)
  around.clock.advance(59_000)
  expect(await maps.draw(points)).toMatchObject({ serverFailed: false, isComplete: false })
  expect(server.asked).toHaveLength(asked)
  around.clock.advance(2000)
  expect(maps.isResting()).toBe(false)
  await maps.draw(points)
  expect(server.asked.length).toBeGreaterThan(asked)
})

test('a reader that is stopped reads no more', async () => {
  const { tracks: reader, stop } = workersWith()
  const reading = kindOf(reader.read(requestFor(RIDE)))
  stop()
  expect(await reading).toBe('processing')
  expect(await kindOf(reader.read(requestFor(RIDE)))).toBe('processing')
})
