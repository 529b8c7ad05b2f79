import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXPORT_SERVICES, type ExportService } from '@/db/columns'
import { openZip } from '@/tracks/formats/zip'
import { readHealth } from '@/use-cases/imports/apple-health-xml'
import { ExportError } from '@/use-cases/imports/export-archive'
import { openExport, recogniseExport } from '@/use-cases/imports/export-services'
import type { ExportWriter, MadeActivity } from '../support/exports/activity'
import { appleHealthExport, healthDocument } from '../support/exports/apple-health'
import { endomondoExport } from '../support/exports/endomondo'
import { garminExport } from '../support/exports/garmin'
import { googleFitExport } from '../support/exports/google-fit'
import { polarExport } from '../support/exports/polar'
import { runkeeperExport } from '../support/exports/runkeeper'
import { stravaExport } from '../support/exports/strava'
import { newTestFolder } from '../support/folder'
import { expectLinearLater } from '../support/timing'
import { mutated, randomNumbers } from '../support/tracks/mutations'
import { type ZipMember, zipBytes } from '../support/tracks/zip'

const WRITERS: Record<Exclude<ExportService, 'fittrackee'>, ExportWriter> = {
  strava: stravaExport,
  garmin: garminExport,
  runkeeper: runkeeperExport,
  endomondo: endomondoExport,
  polar: polarExport,
  'apple-health': appleHealthExport,
  'google-fit': googleFitExport,
}

const ACTIVITIES: MadeActivity[] = [
  { day: 1, sport: 'ride', title: 'Round the lake' },
  { day: 2, sport: 'walk', kept: 'numbers' },
]

/** Entries of the activities, where there is no such number: Garmin has recordings and days, Google nights as well. */
const ENTRIES: Partial<Record<ExportService, number>> = { garmin: 2, 'google-fit': 3 }

function inFolder() {
  const folder = newTestFolder()
  let number = 0
  const path = join(folder, 'export.zip')
  const deps = { files: { incoming: () => join(folder, `${++number}`) } } as never
  return {
    recognise: async (members: readonly ZipMember[]) =>
      recogniseExport(deps, await openZip(zipBytes(members), 100)),
    /** Reads all that an export tells; how many entries there are, or that it cannot be read. */
    read: async (service: ExportService, bytes: Uint8Array) => {
      writeFileSync(path, bytes)
      try {
        const owner = { timezone: 'Europe/Paris' }
        const source = await openExport(deps, path, { service, owner })
        try {
          for (const entry of source.workouts) await entry.load().catch(refusal)
          return source.workouts.length
        } finally {
          source.close()
        }
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

function refusal(error: unknown): 'refused' {
  if (!(error instanceof ExportError)) throw error
  return 'refused'
}

const withContent = (members: readonly ZipMember[], index: number, content: Uint8Array) =>
  members.map((member, at) => (at === index ? { ...member, content } : member))

describe.each(Object.entries(WRITERS))('the reader of exports of %s', (name, write) => {
  const service = EXPORT_SERVICES.find((one) => one === name) ?? 'strava'
  const members = write(ACTIVITIES)

  test('knows its own from all others', async () => {
    const { recognise } = inFolder()
    expect(await recognise(members)).toBe(service)
    expect(await recognise(members.map((one) => ({ ...one, name: `a folder/${one.name}` })))).toBe(
      service,
    )
    expect(await recognise([{ name: 'ride.gpx', content: '<gpx/>' }])).toBeUndefined()
  })

  test('takes files that end anywhere, or say anything, for damaged, and nothing else', async () => {
    const { read } = inFolder()
    expect(await read(service, zipBytes(members))).toBe(ENTRIES[service] ?? 2)
    const random = randomNumbers(members.length)
    for (const [index, member] of members.entries()) {
      const content = Buffer.from(member.content)
      for (let cut = 0; cut < content.length; cut += Math.ceil(content.length / 12))
        await read(service, zipBytes(withContent(members, index, content.subarray(0, cut))))
      for (let times = 0; times < 6; times++) {
        const other = mutated(content, random)
        await read(service, zipBytes(withContent(members, index, other)))
      }
    }
  })

  test('refuses an archive that ends anywhere', async () => {
    const { read } = inFolder()
    const bytes = zipBytes(members)
    for (let cut = 0; cut < bytes.length; cut += Math.ceil(bytes.length / 100))
      expect(await read(service, bytes.subarray(0, cut))).toBe('refused')
  })
})

test('archives inside an archive are not unpacked when they would fill the disk', async () => {
  const { read } = inFolder()
  const zeros = { name: 'a.fit', content: new Uint8Array(64 * 2 ** 20), stored: true }
  const nested = { name: 'UploadedFiles_0-_Part1.zip', content: zipBytes([zeros]) }
  expect(await read('garmin', zipBytes([nested]))).toBe('refused')
})

test('a table of one endless row ends early', async () => {
  const { read } = inFolder()
  const row = { name: 'cardioActivities.csv', content: `"${'x'.repeat(8 * 2 ** 20)}` }
  expect(await read('runkeeper', zipBytes([row]))).toBe('refused')
})

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a document of health data', () => {
  test('says the same whatever pieces it comes in', async () => {
    const document = healthDocument(ACTIVITIES)
    const whole = await readHealth(inPieces(document, document.length))
    expect(whole.workouts).toHaveLength(2)
    for (const size of [37, 100, 1009, 4096])
      expect(await readHealth(inPieces(document, size))).toEqual(whole)
  })

  test('of a gigabyte never stands in memory', async () => {
    const [head = '', end = ''] = healthDocument(ACTIVITIES).split(' <ActivitySummary')
    const steps = Buffer.from(
      ' <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="20"/>\n'.repeat(800),
    )
    let most = 0
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head)
      for (let size = 0; size < 2 ** 30; size += steps.length) {
        most = Math.max(most, process.memoryUsage.rss())
        yield steps
      }
      yield Buffer.from(` <ActivitySummary${end}`)
    }
    const before = process.memoryUsage.rss()
    const { workouts } = await readHealth(chunks())
    expect(workouts).toHaveLength(2)
    expect((most - before) / 2 ** 20).toBeLessThan(100)
  })

  test('whose workouts never end costs no more than its length, and the others are found', async () => {
    await expectLinearLater(
      (times) =>
        readHealth(inPieces('<Workout a="'.repeat(times) + healthDocument(ACTIVITIES), 65_536)),
      800_000,
    )
  })
})
