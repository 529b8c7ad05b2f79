import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { readAllResponses } from '../support/all-responses'
import { rides, startArchiveServer } from '../support/archives'
import { anAccount, type ExportWriter, SPORT_IDS, startOf } from '../support/exports/activity'
import { appleHealthExport } from '../support/exports/apple-health'
import { endomondoExport } from '../support/exports/endomondo'
import { googleFitExport } from '../support/exports/google-fit'
import {
  DEFAULT_GEAR,
  type ExpectedEntry,
  type LargeExport,
  largeArchive,
  largeFittrackeeExport,
  largeGarminExport,
  largeStravaExport,
} from '../support/exports/large-exports'
import { polarExport } from '../support/exports/polar'
import { runkeeperExport } from '../support/exports/runkeeper'
import type { ZipMember } from '../support/tracks/zip'
import { zipBytes } from '../support/tracks/zip'

/** The number of entries of all exports together; GREAT_IMPORTS=40000 tests more. */
const ENTRIES = Number(process.env.GREAT_IMPORTS ?? 5000)
const LIMIT = 600_000
const PATH = '/api/workouts/upload-tasks'

/** A server whose user has some workouts, gear and comments, and a function to import completely. */
async function open() {
  const server = await startArchiveServer()
  const { call, user, ctx } = server
  const limits = { file_sync_limit_import: 2, file_limit_import: 100_000 }
  await writeTo(ctx.db, (tx) => updateAppConfig(tx, limits))
  const bike = { label: DEFAULT_GEAR, equipment_type_id: 2, default_for_sport_ids: [1] }
  await server.send('POST', '/api/equipments', { json: bike })
  for (const { name, content } of rides(5)) await server.record(name, content)
  await server.send('POST', '/api/workouts/no_gpx', {
    json: { sport_id: 5, duration: 1800, distance: 10, workout_date: '2024-05-04 10:00' },
  })
  const run = async (members: readonly ZipMember[]) => {
    const data = { sport_id: undefined, duplicates: 'skip' }
    const { status, body } = await server.upload('export.zip', zipBytes(members), data)
    if (status !== 200) throw new Error(`no task: ${JSON.stringify(body)}`)
    const id: string = body.data.task_id
    for (;;) {
      await server.serve()
      const task = await server.task(id)
      if (!['queued', 'in_progress'].includes(task.status)) return { id, task }
    }
  }
  const report = async (id: string): Promise<ExpectedEntry[]> => {
    const { body } = await call('GET', `${PATH}/${id}/report`, { as: user })
    return String(body)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [name = '', result, reason = ''] = line.split(',')
        return { name, result: result as ExpectedEntry['result'], reason }
      })
  }
  /** Titles, sports, gear and dates of the workouts after the first ones, in chronological order. */
  const made = async (after: number) => {
    const rows = await ctx.db
      .selectFrom('workouts')
      .leftJoin('workout_equipments', 'workout_equipments.workout_id', 'workouts.id')
      .leftJoin('equipments', 'equipments.id', 'workout_equipments.equipment_id')
      .select(['title', 'sport_id', 'equipments.label', 'workout_date'])
      .where('workouts.id', '>', after)
      .orderBy('workout_date')
      .execute()
    return rows.map(({ title, sport_id, label, workout_date }) => ({
      ...{ title, sportId: sport_id, gear: label ?? undefined, startedAt: workout_date },
    }))
  }
  const newest = async () => {
    const { id } = await ctx.db
      .selectFrom('workouts')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id
  }
  return { ...server, run, report, made, newest, answers: () => readAllResponses(call, user) }
}

const byName = (one: ExpectedEntry, other: ExpectedEntry) => one.name.localeCompare(other.name)

const countsOf = (report: readonly ExpectedEntry[]) => {
  const by = Map.groupBy(report, ({ result }) => result)
  return Object.fromEntries([...by].map(([result, told]) => [result, told.length]))
}

describe.each([
  ['Strava', largeStravaExport, 0.4],
  ['Garmin', largeGarminExport, 0.3],
  ['FitTrackee or Milepost', largeFittrackeeExport, 0.2],
  ['no service, an archive of recordings', largeArchive, 0.1],
] as const)('a large export of %s', (_, write: (count: number) => LargeExport, share) => {
  test(
    'is imported exactly once and undone to the byte',
    async () => {
      const server = await open()
      const before = await server.answers()
      const newest = await server.newest()
      const great = write(Math.round(ENTRIES * share))
      const first = await server.run(great.members)
      const report = await server.report(first.id)
      expect(report.toSorted(byName)).toEqual(great.report.toSorted(byName))
      expect(first.task.results).toEqual(countsOf(great.report))
      const made = await server.made(newest)
      expect(made.map(({ startedAt }) => startedAt)).toEqual(great.made.map((one) => one.startedAt))
      expect(
        made.map((one, index) => ({
          ...one,
          title: great.made[index]?.title === undefined ? undefined : one.title,
        })),
      ).toEqual(great.made)

      const again = await server.run(great.members)
      const { new: fresh, failed, skipped } = countsOf(await server.report(again.id))
      const { failed: failures, skipped: foreign } = countsOf(great.report)
      expect({ fresh, failed, skipped }).toEqual({
        fresh: undefined,
        failed: failures,
        skipped: foreign,
      })
      expect(await server.made(newest)).toEqual(made)

      for (const { id } of [again, first]) {
        const { body } = await server.call('POST', `${PATH}/${id}/undo`, { as: server.user })
        expect(body).toMatchObject({ removed: id === first.id ? made.length : 0, left: 0 })
      }
      const after = await server.answers()
      expect(after).toEqual(before)
    },
    LIMIT,
  )
})

/** Activities of each of the other services, one per day from November on, because some write local winter time. */
const OF_EACH = Math.min(100, Math.round(ENTRIES / 50))
const NOVEMBER = 1155

describe.each([
  ['Runkeeper', runkeeperExport],
  ['Endomondo', endomondoExport],
  ['Polar Flow', polarExport],
  ['Apple Health', appleHealthExport],
  ['Google Fit', googleFitExport],
] as const)('an export of %s', (_, write: ExportWriter) => {
  test(
    'is imported exactly once and undone to the byte',
    async () => {
      const server = await open()
      const account = anAccount(OF_EACH).map((one) => ({ ...one, day: one.day - NOVEMBER }))
      const before = await server.answers()
      const newest = await server.newest()
      const first = await server.run(write(account))
      expect(first.task).toMatchObject({ new_workouts_count: OF_EACH, status: 'successful' })
      const made = await server.made(newest)
      expect(made.map(({ startedAt, sportId }) => ({ startedAt, sportId }))).toEqual(
        account.map((one) => ({
          startedAt: startOf(one).getTime(),
          sportId: SPORT_IDS[one.sport],
        })),
      )
      const again = await server.run(write(account))
      expect(countsOf(await server.report(again.id))).toMatchObject({ 'already there': OF_EACH })
      expect(await server.made(newest)).toEqual(made)
      for (const { id } of [again, first]) {
        const { body } = await server.call('POST', `${PATH}/${id}/undo`, { as: server.user })
        expect(body).toMatchObject({ removed: id === first.id ? OF_EACH : 0, left: 0 })
      }
      expect(await server.answers()).toEqual(before)
    },
    LIMIT,
  )
})
