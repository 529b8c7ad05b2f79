/**
 * Reads mutated files in a separate process: `bun test/hard/mutate.ts KIND SEED COUNT` prints problems, one line of
 * JSON each. An input is identified by its kind, seed and number.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { readPacked } from '@/domain/tracks/formats/zip/packed-bytes'
import { type ZipArchive, type ZipEntry, ZipError } from '@/domain/tracks/formats/zip/zip'
import { summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import { TrackError } from '@/domain/tracks/track-error'
import { randomIds } from '@/lib/text/ids'
import { readForm, removeFiles } from '@/server/http/uploads/multipart'
import { openFiles } from '@/store/files/stored-files'
import { listRecordings, openArchive } from '@/use-cases/imports/receive/archive'
import { packedEntry, unpack } from '@/use-cases/imports/receive/unpack'
import { rideGpx } from '../support/ride'
import {
  type FitMessageValue,
  type FitType,
  type FitValue,
  fileId,
  fitFile,
  fitTime,
  record,
  session,
} from '../support/tracks/fit'
import { kmlOf } from '../support/tracks/kml'
import { mutate, randomNumbers } from '../support/tracks/mutations'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { zipBytes } from '../support/tracks/zip'

type Random = () => number
/** Reads one mutated input. @throws any error other than a rejection if there is a bug. */
type Try = (random: Random) => Promise<unknown> | unknown

const SLOWEST = 2000
/** The largest memory of the process in megabytes; when idle it uses 60. */
const MAX_RESIDENT = 300
const READING = { segmentsCreationEvent: 'all', acceptWithoutGps: true } as const
const MEASURING = {
  ...READING,
  ...{ stoppedSpeedThreshold: 1, useRawSpeed: false, hasElevation: true },
}

const folder = mkdtempSync(join(tmpdir(), 'milepost-mutate-'))
const files = openFiles(folder, randomIds, { hasSpace: () => true })
const points = samplePoints(40)
const GPX = Buffer.from(rideGpx({ kilometres: 1, withPause: true, withHeartRate: true }))
const TCX = Buffer.from(tcxOf(points))
const KML = Buffer.from(kmlOf(points))

const upTo = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <Value>(random: Random, list: readonly Value[]): Value =>
  list[upTo(random, list.length)] as Value

async function measure(name: string, bytes: Uint8Array): Promise<void> {
  summarise(await readTrack(name, bytes, READING), MEASURING)
}

/** Bytes with random changes, insertions, omissions and repetitions. */
function scrambled(bytes: Uint8Array, random: Random): Uint8Array {
  let result = Buffer.from(bytes)
  for (let left = 1 + upTo(random, 4); left > 0; left--) {
    const at = upTo(random, result.length)
    const length = upTo(random, 12)
    const piece = result.subarray(upTo(random, result.length)).subarray(0, length)
    const noise = Buffer.from(Array.from({ length }, () => upTo(random, 256)))
    const middle = oneOf(random, [piece, noise, Buffer.alloc(length, 0xff), Buffer.alloc(0)])
    result = Buffer.concat([
      result.subarray(0, at),
      middle,
      result.subarray(at + (random() < 0.5 ? length : 0)),
    ])
  }
  return random() < 0.1 ? result.subarray(0, upTo(random, result.length)) : result
}

const FIT_TYPES: FitType[] = ['enum', 'uint8', 'sint8', 'uint16', 'sint16', 'uint32', 'sint32']
const EXTREMES = [0, 1, -1, 127, 255, 32_767, 65_535, 2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1]

function fitMessages(random: Random): FitMessageValue[] {
  const start = fitTime('2024-05-04T08:00:00Z')
  const messages: FitMessageValue[] = [fileId(1)]
  for (let second = 0; second < 60; second++)
    messages.push(record({ time: start + second, lat: 46 + second * 1e-4, lon: 7 }))
  messages.push(session({ start, end: start + 60, elapsed: 60, timer: 60, distance: 400 }))
  for (let changes = 1 + upTo(random, 5); changes > 0; changes--) {
    const at = upTo(random, messages.length)
    const message = messages[at]
    if (!message) continue
    const fields = [...message.fields]
    const number = oneOf(random, [0, 1, 2, 5, 78, 253, upTo(random, 256)])
    const value = oneOf<FitValue>(random, [null, oneOf(random, EXTREMES), upTo(random, 1000)])
    const type = oneOf(random, FIT_TYPES)
    if (random() < 0.5 && fields.length > 0)
      fields[upTo(random, fields.length)] = [number, type, value]
    else fields.push([number, type, value])
    const global =
      random() < 0.2 ? oneOf(random, [0, 18, 19, 20, 21, 206, 207, 65_280]) : message.global
    messages[at] = { ...message, global, fields }
    if (random() < 0.1) messages.splice(at, 1)
    if (random() < 0.1) messages.push(message)
  }
  return messages
}

function fitBytes(random: Random): Uint8Array {
  const bytes = fitFile(fitMessages(random), { bigEndian: random() < 0.2 })
  return random() < 0.4 ? scrambled(bytes, random) : bytes
}

const ZIP_MEMBERS = ['a.gpx', 'b/c.tcx', '../x.gpx', '/y.gpx', 'z.gpx.gz', 'é.gpx', '', 'a.gpx']

async function readZip(random: Random): Promise<void> {
  const members = Array.from({ length: 1 + upTo(random, 5) }, () => ({
    name: oneOf(random, ZIP_MEMBERS),
    content: mutate(GPX.subarray(0, 2000), random),
    stored: random() < 0.3,
    ...(random() < 0.1 && { size: upTo(random, 5000) }),
    ...(random() < 0.1 && { checksum: 1 }),
    ...(random() < 0.05 && { encrypted: true }),
  }))
  const path = join(folder, 'archive.zip')
  const bytes = zipBytes(members)
  writeFileSync(path, random() < 0.7 ? scrambled(bytes, random) : bytes)
  const archive = await openArchive(path)
  try {
    for (const entry of listRecordings(archive)) {
      readThere(archive, entry)
      await unpack({ files }, packedEntry(archive, entry, 100_000), 100_000).then(
        ({ path }) => rmSync(path),
        passRefusal,
      )
    }
  } finally {
    archive.close()
  }
}

function readThere(archive: ZipArchive, entry: ZipEntry): void {
  try {
    const place = archive.locate(entry, 100_000)
    if (place) readPacked(place)
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
  }
}

function passRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error
}

async function readMultipart(random: Random): Promise<void> {
  const part = (header: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${text}\r\n`
  const whole = [
    part('name="data"', '{"sport_id": 1}'),
    part('name="file"; filename="a.gpx"', 'x'.repeat(upTo(random, 3000))),
    part(`name="file"; filename*=UTF-8''a%C3%A9.gpx`, '<gpx/>'),
    '--b--\r\n',
  ].join('')
  const bytes = scrambled(Buffer.from(whole), random)
  const cut = upTo(random, bytes.length)
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, cut))
      controller.enqueue(bytes.subarray(cut))
      controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const request = new Request('http://localhost/', { method: 'POST', body, headers })
  let made = 0
  const incoming = () => {
    made += 1
    return join(folder, `part-${made}`)
  }
  await removeFiles(
    await readForm(request, {
      bytes: 1e6,
      incoming,
      read: ({ body }) => body ?? new ReadableStream(),
    }),
  )
}

const KINDS: Record<string, Try> = {
  gpx: (random) => measure('a.gpx', mutate(GPX, random)),
  tcx: (random) => measure('a.tcx', mutate(TCX, random)),
  kml: (random) => measure('a.kml', mutate(KML, random)),
  kmz: (random) => {
    const bytes = zipBytes([{ name: 'doc.kml', content: mutate(KML, random) }])
    return measure('a.kmz', random() < 0.5 ? scrambled(bytes, random) : bytes)
  },
  fit: (random) => measure('a.fit', fitBytes(random)),
  zip: readZip,
  multipart: readMultipart,
}

/** Whether an error means that the input is invalid; `processing` with a cause means an internal error. */
const isRefusal = (error: unknown) =>
  (error instanceof TrackError && !(error.kind === 'processing' && error.cause)) ||
  (error instanceof Error && ['BrokenForm', 'BodyTooLarge', 'AppError'].includes(error.name))

const [kind = '', seed = '1', count = '100'] = process.argv.slice(2)
const attempt = KINDS[kind]
if (!attempt) throw new Error(`no such kind: ${kind}`)
let slowest = 0
for (let number = 0; number < Number(count); number++) {
  const started = performance.now()
  const where = `${kind}, seed ${seed}, number ${number}`
  try {
    await attempt(randomNumbers(Number(seed) * 1_000_003 + number))
  } catch (error) {
    if (!isRefusal(error)) console.log(JSON.stringify(`${where}: ${inspect(error)}`))
  }
  const milliseconds = performance.now() - started
  slowest = Math.max(slowest, milliseconds)
  if (milliseconds > SLOWEST)
    console.log(JSON.stringify(`${where}: took ${milliseconds.toFixed(0)} ms`))
}
rmSync(folder, { recursive: true, force: true })
// For this process alone; `getrusage` would start with the peak of the parent.
const status = readFileSync('/proc/self/status', 'utf8')
const megabytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
if (megabytes > MAX_RESIDENT)
  console.log(JSON.stringify(`${kind}, seed ${seed}: took ${megabytes.toFixed(0)} MB`))
console.error(`${kind}: slowest ${slowest.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`)
