import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import {
  detectExport,
  EXPORT_SERVICES,
  type ExportService,
  openExport,
} from '@/use-cases/imports/services/detect-service'
import { ExportError } from '@/use-cases/imports/services/read-service-export'
import { readHealth } from '@/use-cases/imports/services/readers/apple-health-xml'
import type { ExportWriter, MadeActivity } from '../support/exports/activity'
import { adidasRunningExport } from '../support/exports/adidas-running'
import { appleHealthExport, healthDocument } from '../support/exports/apple-health'
import { endomondoExport } from '../support/exports/endomondo'
import { fitbitExport } from '../support/exports/fitbit'
import { fitotrackExport } from '../support/exports/fitotrack'
import { garminExport } from '../support/exports/garmin'
import { googleFitExport } from '../support/exports/google-fit'
import { huaweiHealthExport } from '../support/exports/huawei-health'
import { nikeRunClubExport } from '../support/exports/nike-run-club'
import { polarExport } from '../support/exports/polar'
import { runkeeperExport } from '../support/exports/runkeeper'
import { samsungHealthExport } from '../support/exports/samsung-health'
import { stravaExport } from '../support/exports/strava'
import {
  intervalsIcuExport,
  mapMyRunExport,
  trainingPeaksExport,
  zeppExport,
} from '../support/exports/tables'
import { newTestFolder } from '../support/folder'
import { expectLinearLater } from '../support/timing'
import { mutate, randomNumbers } from '../support/tracks/mutations'
import { type ZipMember, zipBytes } from '../support/tracks/zip'

const WRITERS: Record<Exclude<ExportService, 'fittrackee'>, ExportWriter> = {
  strava: stravaExport,
  garmin: garminExport,
  runkeeper: runkeeperExport,
  endomondo: endomondoExport,
  polar: polarExport,
  'apple-health': appleHealthExport,
  'google-fit': googleFitExport,
  ...{ fitbit: fitbitExport, 'adidas-running': adidasRunningExport },
  ...{ 'samsung-health': samsungHealthExport, 'nike-run-club': nikeRunClubExport },
  ...{ 'intervals-icu': intervalsIcuExport, 'training-peaks': trainingPeaksExport },
  ...{ 'map-my-run': mapMyRunExport, zepp: zeppExport },
  ...{ fitotrack: fitotrackExport, 'huawei-health': huaweiHealthExport },
}

const ACTIVITIES: MadeActivity[] = [
  { day: 1, sport: 'ride', title: 'Round the lake' },
  { day: 2, sport: 'walk', kept: 'numbers' },
]

/**
 * The number of entries of the activities, where it is different: Garmin has recordings, days and summaries, Google
 * nights as well.
 */
const ENTRIES: Partial<Record<ExportService, number>> = { garmin: 3, 'google-fit': 3 }

function inFolder() {
  const folder = newTestFolder()
  let number = 0
  const path = join(folder, 'export.zip')
  const deps = { files: { incoming: () => join(folder, `${++number}`) } } as never
  return {
    recognise: async (members: readonly ZipMember[]) =>
      detectExport(deps, await openZip(zipBytes(members), 100)),
    /** Reads an export completely. Returns the number of entries, or that it cannot be read. */
    read: async (service: ExportService, bytes: Uint8Array, limit = 20_000) => {
      writeFileSync(path, bytes)
      try {
        const options = { service, timezone: 'Europe/Paris', limit }
        const source = await openExport(deps, path, options)
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

  test('distinguishes its exports from all others', async () => {
    const { recognise } = inFolder()
    expect(await recognise(members)).toBe(service)
    expect(await recognise(members.map((one) => ({ ...one, name: `a folder/${one.name}` })))).toBe(
      service,
    )
    expect(await recognise([{ name: 'ride.gpx', content: '<gpx/>' }])).toBeUndefined()
  })

  test('reports truncated and modified files as damaged, and fails in no other way', async () => {
    const { read } = inFolder()
    expect(await read(service, zipBytes(members))).toBe(ENTRIES[service] ?? 2)
    const random = randomNumbers(members.length)
    for (const [index, member] of members.entries()) {
      const content = Buffer.from(member.content)
      for (let cut = 0; cut < content.length; cut += Math.ceil(content.length / 12))
        await read(service, zipBytes(withContent(members, index, content.subarray(0, cut))))
      for (let times = 0; times < 6; times++) {
        const other = mutate(content, random)
        await read(service, zipBytes(withContent(members, index, other)))
      }
    }
  })

  test('rejects more entries than may be imported', async () => {
    const { read } = inFolder()
    const bytes = zipBytes(members)
    const count = ENTRIES[service] ?? 2
    expect(await read(service, bytes, count)).toBe(count)
    expect(await read(service, bytes, count - 1)).toBe('refused')
  })

  test('rejects an archive truncated anywhere', async () => {
    const { read } = inFolder()
    const bytes = zipBytes(members)
    for (let cut = 0; cut < bytes.length; cut += Math.ceil(bytes.length / 100))
      expect(await read(service, bytes.subarray(0, cut))).toBe('refused')
  })
})

test('nested archives are not unpacked when they would fill the disk', async () => {
  const { read } = inFolder()
  const zeros = { name: 'a.fit', content: new Uint8Array(64 * 2 ** 20), stored: true }
  const nested = { name: 'UploadedFiles_0-_Part1.zip', content: zipBytes([zeros]) }
  expect(await read('garmin', zipBytes([nested]))).toBe('refused')
})

/** A repeated text, as one member that compresses well. */
const repeated = (name: string, [head, row, end]: [string, string, string], times: number) =>
  zipBytes([{ name, content: head + row.repeat(times) + end }])

test.each([
  [
    'a million workouts of Apple Health',
    'apple-health' as const,
    () =>
      repeated(
        'apple_health_export/export.xml',
        [
          '<HealthData>',
          '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" startDate="2024-01-01 08:00:00 +0000"/>',
          '</HealthData>',
        ],
        1_000_000,
      ),
  ],
  [
    'half a million rows of Strava',
    'strava' as const,
    () => {
      const row = `1,"Jan 1, 2024, 8:00:00 AM",A ride,Ride,,1800,10${','.repeat(20)}\n`
      return repeated('activities.csv', [row, row, ''], 500_000)
    },
  ],
  [
    'countless empty lists of Garmin',
    'garmin' as const,
    () => repeated('1_summarizedActivities.json', ['[', '[],', '[]]'], 12_000_000),
  ],
])('%s are rejected early', async (_, service, make) => {
  const { read } = inFolder()
  const bytes = make()
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  expect(await read(service, bytes)).toBe('refused')
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(200)
})

test('a table with one endless row is rejected early', async () => {
  const { read } = inFolder()
  const row = { name: 'cardioActivities.csv', content: `"${'x'.repeat(8 * 2 ** 20)}` }
  expect(await read('runkeeper', zipBytes([row]))).toBe('refused')
})

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a health document', () => {
  test('is read the same in any chunks', async () => {
    const document = healthDocument(ACTIVITIES)
    const whole = await readHealth(inPieces(document, document.length))
    expect(whole.workouts).toHaveLength(2)
    for (const size of [37, 100, 1009, 4096])
      expect(await readHealth(inPieces(document, size))).toEqual(whole)
  })

  test('of a gigabyte is never held in memory', async () => {
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

  test('with unclosed workouts takes linear time, and other workouts are found', async () => {
    await expectLinearLater(
      (times) =>
        readHealth(inPieces('<Workout a="'.repeat(times) + healthDocument(ACTIVITIES), 65_536)),
      800_000,
    )
  })
})
