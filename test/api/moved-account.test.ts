import { describe, expect, test } from 'bun:test'
import { runNextTimeSlice } from '@/jobs/loop'
import { aUser } from '../support/factories'
import {
  exportAccount,
  fullAccount,
  moveIn,
  openServer,
  ownView,
  queueAccount,
  RADIUS,
  readReport,
  type Server,
} from '../support/moved-account'
import { matchAllSegments } from '../support/ranked-segments'
import { listReadablePaths, textOf, urlsOf } from '../support/read-operations'
import { positionsAroundHome } from '../support/rides-around-home'

/** Imports a few entries and stops, as if the time slice was over. */
const importSome = ({ ctx }: Server) => runNextTimeSlice(ctx, 'workouts_archive_upload', () => true)

/** Finds responses to a stranger that show something around home. */
async function findLeaks(server: Server, ids: readonly { id: string }[]): Promise<string[]> {
  const { call, ctx } = server
  const stranger = await aUser(ctx)
  const { workouts } = (await server.get('/api/workouts?per_page=50')).body.data
  const { segments } = (await server.get('/api/segments?per_page=50')).body.data
  const urls = new Set<string>()
  for (const path of await listReadablePaths(server))
    for (const { id } of ids)
      for (const { id: rankedSegmentId } of [...segments, { id: 'x' }]) {
        const workout = {
          id,
          segmentId: workouts[0]?.segments?.[0]?.segment_id ?? 'x',
          rankedSegmentId,
        }
        for (const url of urlsOf(path, workout, workout)) urls.add(url)
      }
  const leaks: string[] = []
  for (const url of urls) {
    const answer = await call('GET', url, { as: stranger })
    if (positionsAroundHome(textOf(answer), RADIUS).length > 0) leaks.push(url)
  }
  return leaks
}

describe('an account that moves to another server', () => {
  test('has the same courses, segments, zones and settings there', async () => {
    const source = await fullAccount()
    const before = await ownView(source)
    const archive = await exportAccount(source)
    const target = await openServer()
    const report = await readReport(target, await moveIn(target, archive))
    expect(report.filter((line) => line.includes(',skipped,'))).toEqual([])
    expect(await ownView(target)).toEqual(before)
    // A second import creates no duplicates.
    await moveIn(target, archive)
    expect(await ownView(target)).toEqual(before)
    await moveIn(source, archive)
    expect(await ownView(source)).toEqual(before)
  })

  test('shows others nothing of its zones while it is imported, and continues after an interruption', async () => {
    const source = await fullAccount()
    for (let day = 1; day <= 28; day++)
      await source.enter({
        title: `By hand ${day}`,
        workout_date: `2025-02-${String(day).padStart(2, '0')} 10:00`,
      })
    const before = await ownView(source)
    const archive = await exportAccount(source)
    const target = await openServer()
    const id = await queueAccount(target, archive)
    let slices = 0
    while ((await target.task(id)).progress < 100) {
      await importSome(target)
      slices += 1
      await matchAllSegments(target.ctx)
      expect(await findLeaks(target, source.rides)).toEqual([])
    }
    expect(slices).toBeGreaterThan(1)
    expect(await ownView(target)).toEqual(before)
    // Without its zone, it would show them.
    const { zone } = source
    await target.send('DELETE', `/api/privacy/zones/${zone.id}`)
    await target.send('PATCH', '/api/privacy', { json: { hidden_metres: 0 } })
    await matchAllSegments(target.ctx)
    expect((await findLeaks(target, source.rides)).length).toBeGreaterThan(5)
  }, 120_000)

  test('has its zones before anything else, even if the import fails after them', async () => {
    const source = await fullAccount()
    const archive = await exportAccount(source)
    const target = await openServer()
    const { ctx } = target
    const { courses } = ctx
    ctx.courses = { ...courses, measure: () => Promise.reject(new Error('the server stops here')) }
    const id = await queueAccount(target, archive)
    ctx.log.error = () => undefined
    await target.serve()
    expect((await target.get('/api/privacy')).body.data.zones).toEqual([source.zone])
    expect(await target.workouts()).toBe(0)
    ctx.courses = courses
    const { user } = target
    await target.call('POST', `/api/workouts/upload-tasks/${id}/abort`, { as: user })
    await moveIn(target, archive)
    expect(await ownView(target)).toEqual(await ownView(source))
  })

  test('gets other ids where those belong to another user, the same ones each time', async () => {
    const server = await fullAccount()
    const archive = await exportAccount(server)
    const { ctx } = server
    const bob = await aUser(ctx, { username: 'bob' })
    const of = { ...server, user: bob, get: (path: string) => server.get(path, { as: bob }) }
    const upload = async () => {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(archive)], 'export.zip'))
      body.set('data', '{}')
      await server.call('POST', '/api/workouts', { as: bob, body })
      await server.serve()
    }
    await upload()
    const first = await ownView(of)
    const ids = (view: typeof first) => [
      ...Object.keys(view.courses),
      ...Object.keys(view.segments),
    ]
    expect(ids(first)).toHaveLength(5)
    const own = new Set(ids(await ownView(server)))
    expect(ids(first).filter((id) => own.has(id))).toEqual([])
    expect(first.privacy.zones).toHaveLength(1)
    await upload()
    expect(await ownView(of)).toEqual(first)
  })

  test('keeps what the user has changed there since, and never hides less', async () => {
    const source = await fullAccount()
    const archive = await exportAccount(source)
    const target = await openServer()
    await target.send('PATCH', '/api/privacy', { json: { hidden_metres: 800 } })
    await target.send('PATCH', '/api/auth/profile/sport-names', {
      json: { sport_names: { 'Gravel Bike': 1 } },
    })
    await moveIn(target, archive)
    const { privacy, sportNames, courses } = await ownView(target)
    expect(privacy.settings).toEqual({ hidden_metres: 800, hides_times: true })
    expect(sportNames.sport_names).toMatchObject([{ name: 'Gravel Bike', sport_id: 1 }])
    const [course] = Object.keys(courses)
    const zone = `/api/privacy/zones/${source.zone.id}`
    await target.send('PATCH', zone, { json: { name: 'Old home' } })
    await target.send('PATCH', `/api/courses/${course}`, { json: { name: 'Renamed' } })
    const changed = await ownView(target)
    await moveIn(target, archive)
    expect(await ownView(target)).toEqual(changed)
  })

  test('loses its courses and segments when the import is undone, but no zone', async () => {
    const source = await fullAccount()
    const archive = await exportAccount(source)
    const target = await openServer()
    const id = await moveIn(target, archive)
    await target.send('POST', `/api/workouts/upload-tasks/${id}/undo`)
    const { courses, segments, privacy, workouts } = await ownView(target)
    expect({ courses, segments, workouts }).toEqual({ courses: {}, segments: {}, workouts: [] })
    expect(privacy.zones).toEqual([source.zone])
    // On the server that it comes from, nothing was added.
    const before = await ownView(source)
    const again = await moveIn(source, archive)
    await source.send('POST', `/api/workouts/upload-tasks/${again}/undo`)
    expect(await ownView(source)).toEqual(before)
  })
})
