import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { openZip, type PackedBytes } from '@/domain/tracks/formats/zip/zip'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import { TrackError } from '@/domain/tracks/track-error'
import { loadConfig } from '@/lib/config/config'
import type { MeasuringRequest } from '@/services/workers/jobs'
import { measureUpload } from '@/services/workers/measure-upload'
import { MAX_THREAD_BYTES } from '@/services/workers/read-recording'
import { startWorkers, type Workers } from '@/services/workers/start-workers'
import { formAfterReading, PLAIN, type UploadForm } from '@/services/workers/upload'
import { testClock } from '../../support/clock'
import { startFakeServer, unusedUrl } from '../../support/fake-server'
import { newTestFolder } from '../../support/folder'
import { plainPng, readImage } from '../../support/images'
import { rideGpx } from '../../support/ride'
import { zipBytes } from '../../support/tracks/zip'
import { until } from '../../support/until'

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
  config: loadConfig({ DATA_DIR: folder, TILE_SERVER_URL: unusedUrl(), ...env }, {}),
  clock: testClock(),
  log,
})

/** A reader with real threads. */
function workersWith(env: Record<string, string> = {}, around = surroundings(env)): Workers {
  const workers = startWorkers(around)
  started.push(workers)
  return workers
}

const readerWith = (env: Record<string, string> = {}) => workersWith(env).recordings

const RIDE = rideGpx({ kilometres: 3, withPause: true })
const files = { count: 0 }

function requestFor(content: string | Uint8Array, changes: Partial<MeasuringRequest> = {}) {
  files.count += 1
  const path = join(folder, `file ${files.count}`)
  writeFileSync(path, content)
  return {
    ...{
      path,
      form: PLAIN,
      userId: 1,
      name: 'ride.gpx',
      segmentsCreationEvent: 'only_manual' as const,
    },
    ...{ acceptWithoutGps: true, stoppedSpeedThreshold: 1, useRawSpeed: false },
    ...{ hasElevation: true, elevations: { use: 'file' } as const },
    ...changes,
  }
}

/** The kind of error that a read ends with. */
const kindOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'fine',
    (error: TrackError) => error.kind,
  )

const withoutElevation = RIDE.replace(/<ele>[^<]*<\/ele>/, '')

describe('a recording read by a worker', () => {
  test('has the same result as on the main thread', async () => {
    const request = requestFor(RIDE)
    const services = { openElevation: undefined, valhalla: undefined }
    const inPlace = await measureUpload({ kind: 'measure', request, services }, { fetch })
    const track = await readerWith().read(request)
    expect(track).toEqual(inPlace)
    expect(track.segments).toHaveLength(2)
    for (const { points, pointCount } of track.segments)
      expect(decodePoints(points).size).toBe(pointCount)
  })

  test('has the place and time of its start and end', async () => {
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

  test('has a map id derived from its line', async () => {
    const reader = readerWith()
    const { mapId } = await reader.read(requestFor(RIDE))
    expect(mapId).toMatch(/^[0-9a-f]{32}$/)
    expect((await reader.read(requestFor(withoutElevation))).mapId).toBe(mapId)
    const elsewhere = RIDE.replace(/lat="(\d+\.\d)/, 'lat="$11')
    expect((await reader.read(requestFor(elsewhere))).mapId).not.toBe(mapId)
  })
})

describe('unreadable files', () => {
  test('fail with their own error and do not affect other files', async () => {
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

  test('that are deleted fail like other files', async () => {
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
  /** A request for the only entry of an archive, to be unpacked into a new file. */
  async function requestForPacked(
    content: string | Uint8Array,
    formAt: (place: PackedBytes) => UploadForm = (place) => ({ kind: 'entry', place }),
  ): Promise<MeasuringRequest> {
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

  test('is unpacked and read like any other', async () => {
    const request = await requestForPacked(RIDE)
    const reader = readerWith()
    expect(await reader.read(request)).toEqual(await reader.read(requestFor(RIDE)))
    expect(readFileSync(request.path, 'utf8')).toBe(RIDE)
  })

  test('is stored as gzip data without compressing it again when it is compressed well', async () => {
    const request = await requestForPacked(RIDE, (place) => ({ kind: 'wellPackedEntry', place }))
    const reader = readerWith()
    const expected = await reader.read(requestFor(RIDE))
    expect(await reader.read(request)).toEqual(expected)
    expect(gunzipSync(readFileSync(request.path)).toString()).toBe(RIDE)
    expect(await reader.read({ ...request, form: formAfterReading(request.form) })).toEqual(
      expected,
    )
  })

  test('is stored unchanged when it is gzip data', async () => {
    const packed = gzipSync(RIDE)
    const gzipEntry = (maxBytes: number) => (place: PackedBytes) =>
      ({ kind: 'gzipEntry', place, maxBytes }) as const
    const request = await requestForPacked(packed, gzipEntry(RIDE.length))
    const reader = readerWith()
    expect(await reader.read(request)).toEqual(await reader.read(requestFor(RIDE)))
    expect(readFileSync(request.path).equals(packed)).toBe(true)
    const tooLarge = await requestForPacked(packed, gzipEntry(RIDE.length - 1))
    expect(await kindOf(reader.read(tooLarge))).toBe('tooLarge')
  })

  test('is rejected when it is compressed twice', async () => {
    const request = await requestForPacked(gzipSync(RIDE).toString('latin1'))
    expect(await kindOf(readerWith().read(request))).toBe('invalidFile')
  })

  test('is not blamed when its file cannot be written', async () => {
    const request = await requestForPacked(RIDE)
    const reading = readerWith().read({ ...request, path: join(folder, 'missing', 'file') })
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(reading).rejects.not.toBeInstanceOf(TrackError)
  })
})

/** The ride, too large to be read by a thread. */
const largeRide = () => {
  const comment = `<!--${' '.repeat(1000)}-->`
  return RIDE.replace('<trk>', `${comment.repeat(MAX_THREAD_BYTES / 1000)}<trk>`)
}

/** Ids of the running child processes of this process. */
const processes = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && commandOf(pid).includes('track-worker'))
    .map(Number)

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe.skipIf(process.platform !== 'linux')('a recording that is too large for a thread', () => {
  test('is read by a process, with the same result', async () => {
    const reader = readerWith()
    const { hash: _, ...track } = await reader.read(requestFor(largeRide()))
    expect(await reader.read(requestFor(RIDE))).toMatchObject(track)
    expect(logged.join()).not.toContain('given up')
  })

  test('may prove to be too large only when it is unpacked', async () => {
    const reader = readerWith()
    const packed = requestFor(gzipSync(largeRide()), { form: { kind: 'gzip' } })
    const { hash: _, ...track } = await reader.read(packed)
    expect(processes()).toHaveLength(1)
    expect(await reader.read(requestFor(RIDE))).toMatchObject(track)
  })

  test('is read again when its process is killed', async () => {
    const reader = readerWith()
    const reading = reader.read(requestFor(largeRide()))
    await until('a process', () => processes().length > 0)
    for (const pid of processes()) process.kill(pid, 'SIGKILL')
    expect((await reading).segments).toHaveLength(2)
    expect(logged.join()).toContain('given up')
  })

  test('fails when its process is killed twice, and the next one succeeds', async () => {
    const reader = readerWith()
    const state = { isOver: false }
    const reading = reader.read(requestFor(largeRide())).finally(() => {
      state.isOver = true
    })
    reading.catch(() => undefined)
    await until('the end of the second process', () => {
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
      return state.isOver
    })
    await expect(reading).rejects.toMatchObject({ name: 'WorkerLostError', reason: 'crash' })
    expect((await reader.read(requestFor(largeRide()))).segments).toHaveLength(2)
  })
})

describe('elevations that a worker requests', () => {
  const plan = { use: 'service', source: 'valhalla', whenMissing: true } as const

  test('come from the service', async () => {
    const service = startFakeServer(({ body }) =>
      Response.json({ height: JSON.parse(body).shape.map(() => 321) }),
    )
    const reader = readerWith({ VALHALLA_API_URL: service.url })
    const track = await reader.read(requestFor(withoutElevation, { elevations: plan }))
    expect(track.elevationSource).toBe('valhalla')
    expect(track.metrics).toMatchObject({ minAlt: 321, maxAlt: 321, ascent: 0 })
  })

  test('are not requested for sports without elevation', async () => {
    const service = startFakeServer(() => new Response('', { status: 500 }))
    const reader = readerWith({ VALHALLA_API_URL: service.url })
    const request = requestFor(withoutElevation, { elevations: plan, hasElevation: false })
    expect((await reader.read(request)).elevationSource).toBe('file')
    expect(service.asked).toEqual([])
  })

  test('fail with details in the log and a general error for the client', async () => {
    const failures = [
      () => new Response('', { status: 500 }),
      () => Response.json({ height: [1, 2] }),
      () => new Response('<html>'),
    ]
    for (const answer of failures) {
      const reader = readerWith({ VALHALLA_API_URL: startFakeServer(answer).url })
      const reading = reader.read(requestFor(withoutElevation, { elevations: plan }))
      await expect(reading).rejects.toMatchObject({
        kind: 'elevations',
        message: 'error when processing workout',
      })
    }
    expect(logged.join()).toMatch(/Valhalla answered 500.*answered 2 values.*no JSON/s)
  })

  test('do not delay other recordings', async () => {
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    const service = startFakeServer(async ({ body }) => {
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

/** The points of the ride in their stored form. */
const pointsOfRide = async () =>
  (await readerWith().read(requestFor(RIDE))).segments.map(({ points }) => points)

test('a worker draws a map on the tiles of the server', async () => {
  const red = await plainPng('#ff0000')
  const tiles = startFakeServer(
    () => new Response(red, { headers: { 'content-type': 'image/png' } }),
  )
  const { maps } = workersWith({ TILE_SERVER_URL: `${tiles.url}/{z}/{x}/{y}.png` })
  const drawn = await maps.draw(await pointsOfRide())
  const image = await readImage(drawn?.png ?? new Uint8Array())
  expect(image).toMatchObject({ format: 'png', width: 400, height: 225 })
  expect(image.at(0, 0)).toBe('#ff0000')
  expect(maps.isResting()).toBe(false)
})

test('a failed tile server gets no requests for a minute', async () => {
  const server = startFakeServer(() => new Response('', { status: 500 }))
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

test('a stopped reader rejects reads', async () => {
  const { recordings: reader, stop } = workersWith()
  const lost = { name: 'WorkerLostError', reason: 'stop' }
  const reading = reader.read(requestFor(RIDE)).catch((error) => error)
  stop()
  expect(await reading).toMatchObject(lost)
  await expect(reader.read(requestFor(RIDE))).rejects.toMatchObject(lost)
})
