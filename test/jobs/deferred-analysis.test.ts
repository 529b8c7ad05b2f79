import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { analysingBehind } from '@/jobs/background-analysis'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { saveThreshold } from '@/store/db/queries/accounts/thresholds'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { importEach } from '@/use-cases/imports/receive/import-recordings'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'
import type { UploadData } from '@/use-cases/imports/receive/upload-data'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { poorRide, richRide } from '../support/same-ride'
import { readStoredAnalysis } from '../support/stored-analysis'
import { startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>

const OWNER = 1
const RUNNING = 5
/** From this size on, an archive is analysed after its import. */
const MANY = 300

const packed = (name: string, content: string | Uint8Array): PackedUpload => ({
  name,
  packedSize: content.length,
  open: async () => Readable.from([Buffer.from(content)]),
})

/** A server whose only user has a threshold, so that runs have loads. */
async function startLoaded(): Promise<Server> {
  const server = await startWorkoutServer()
  const threshold = { kind: 'threshold_pace', sport_id: 0, day: '2020-01-01', value: 360 } as const
  await writeTo(server.ctx.db, (tx) => saveThreshold(tx, { user_id: OWNER, ...threshold }))
  return server
}

/** Imports recordings as an archive that is analysed afterwards or immediately. */
async function importRuns(
  { ctx }: Server,
  uploads: PackedUpload[],
  later: boolean,
  data: UploadData = {},
) {
  const user = await getUserById(ctx.db, OWNER)
  const sport = await findSport(ctx.db, RUNNING)
  if (!sport) throw new Error('no running')
  const options = { user, sport, data, priority: { isAnalysedLater: later } }
  await importEach(ctx, { options, uploads, maxBytes: 1e8 }, {})
}

const isAnalysed = async ({ ctx }: Server) =>
  (await ctx.db.selectFrom('workouts').select('is_analysed').execute()).map(
    (row) => row.is_analysed,
  )

async function analyseAll({ ctx }: Server): Promise<void> {
  const work = analysingBehind(ctx)
  while (await work.next(() => false));
}

test('the analysis after an import has the same results as during it', async () => {
  const files = [1, 2, 3].map((day) => packed(`${day}.gpx`, aRide(day)))
  const [atOnce, later] = [await startLoaded(), await startLoaded()]
  await importRuns(atOnce, files, false)
  await importRuns(later, files, true)
  const nothing = { efforts: [], intensity: [], loads: [], sums: [] }
  expect(await readStoredAnalysis(later)).toEqual(nothing)
  await analyseAll(later)
  const found = await readStoredAnalysis(atOnce)
  expect(found.loads).toHaveLength(3)
  expect(found.efforts.length).toBeGreaterThan(0)
  expect(await readStoredAnalysis(later)).toEqual(found)
  expect(await isAnalysed(later)).toEqual([1, 1, 1])
})

test('a richer recording that is analysed afterwards keeps no results of the poorer one', async () => {
  const data = { duplicates: 'replace-if-richer' } as const
  const [atOnce, later] = [await startLoaded(), await startLoaded()]
  for (const server of [atOnce, later])
    await importRuns(server, [packed('a.gpx', poorRide)], false, data)
  expect((await readStoredAnalysis(later)).intensity).toHaveLength(1)
  await importRuns(atOnce, [packed('a.fit', richRide())], false, data)
  await importRuns(later, [packed('a.fit', richRide())], true, data)
  expect(await readStoredAnalysis(later)).toMatchObject({ efforts: [], intensity: [], loads: [] })
  await analyseAll(later)
  expect(await readStoredAnalysis(later)).toEqual(await readStoredAnalysis(atOnce))
})

test('a workout that is changed before its analysis is analysed in its new state', async () => {
  const [atOnce, later] = [await startLoaded(), await startLoaded()]
  for (const server of [atOnce, later]) {
    await importRuns(server, [packed('a.gpx', aRide(1))], server === later)
    const { body } = await server.get('/api/workouts')
    const path = `/api/workouts/${body.data.workouts[0].id}`
    const change = { as: server.user, json: { sport_id: 1, title: 'By bike' } }
    expect((await server.call('PATCH', path, change)).status).toBe(200)
  }
  await analyseAll(later)
  expect(await readStoredAnalysis(later)).toEqual(await readStoredAnalysis(atOnce))
})

test('a large archive is imported before it is analysed, and a small one is analysed immediately', async () => {
  const server = await startArchiveServer()
  await writeTo(server.ctx.db, (tx) => updateAppConfig(tx, { file_limit_import: MANY }))
  await server.queue(rides(MANY))
  await server.serve()
  expect(await server.workouts()).toBe(MANY)
  expect(new Set(await isAnalysed(server))).toEqual(new Set([0]))
  await analyseAll(server)
  expect(new Set(await isAnalysed(server))).toEqual(new Set([1]))
  const small = await startArchiveServer()
  await small.queue(rides(3))
  await small.serve()
  expect(await isAnalysed(small)).toEqual([1, 1, 1])
})
