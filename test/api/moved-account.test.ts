import { describe, expect, test } from 'bun:test'
import { runNextTimeSlice } from '@/jobs/loop'
import { anAdmin, aUser } from '../support/factories'
import {
  exportAccount,
  fullAccount,
  json,
  moveIn,
  openServer,
  ownView,
  queueAccount,
  RADIUS,
  readReport,
  type Server,
} from '../support/moved-account'
import { aPhoto } from '../support/photo-files'
import { matchAllSegments, straightRide } from '../support/ranked-segments'
import { listReadablePaths, textOf, urlsOf } from '../support/read-operations'
import { PUBLIC, positionsAroundHome } from '../support/rides-around-home'

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

  test('finds custom sports by their labels, or has those that they behave like', async () => {
    const addSports = async ({ call, ctx }: Server, labels: readonly string[]) => {
      const as = await anAdmin(ctx)
      for (const label of labels)
        await call('POST', '/api/sports', { as, json: { label, behaves_like: 1 } })
      const { body } = await call('GET', '/api/sports', { as })
      const idOf = (wanted: string): number =>
        body.data.sports.find(({ label }: { label: string }) => label === wanted)?.id
      return idOf
    }
    const source = await openServer()
    const there = await addSports(source, ['Tandem', 'Tall bike'])
    const positions = [48, 48.01].map((latitude) => ({ latitude, longitude: 7.9 }))
    for (const label of ['Tandem', 'Tall bike']) {
      const drawing = { sport_id: there(label), positions }
      await source.send('POST', '/api/segments', { json: { name: label, drawing } })
      await source.send('POST', '/api/auth/profile/edit/sports', {
        json: { sport_id: there(label), color: '#123456' },
      })
    }
    const threshold = { json: { value: 200 } }
    await source.send(
      'PUT',
      `/api/thresholds/ftp/2020-01-01?sport_id=${there('Tandem')}`,
      threshold,
    )
    const archive = await exportAccount(source)
    const target = await openServer()
    const here = await addSports(target, ['Cargo bike', 'Tandem'])
    expect(here('Cargo bike')).toBe(there('Tandem'))
    await moveIn(target, archive)
    const { segments } = (await target.get('/api/segments')).body.data
    expect(segments).toMatchObject([
      { name: 'Tall bike', sport_id: 1 },
      { name: 'Tandem', sport_id: here('Tandem') },
    ])
    const { thresholds } = (await target.get('/api/thresholds')).body.data
    expect(thresholds).toMatchObject([{ kind: 'ftp', sport_id: here('Tandem') }])
    const rows = await target.ctx.db.selectFrom('sport_preferences').select('sport_id').execute()
    expect(rows.map(({ sport_id }) => sport_id).toSorted()).toEqual([1, here('Tandem')].toSorted())
  })

  test('hides what a zone hid before and after it was moved', async () => {
    const source = await fullAccount()
    const target = await openServer()
    await moveIn(target, await exportAccount(source))
    const path = `/api/privacy/zones/${source.zone.id}`
    const work = { positions: [{ latitude: 48.1, longitude: 7.8 }] }
    await source.send('PATCH', path, { json: work })
    await source.ctx.db.deleteFrom('user_tasks').execute()
    const archive = await exportAccount(source)
    for (const _ of ['first', 'second']) await moveIn(target, archive)
    const { zones } = (await target.get('/api/privacy')).body.data
    expect(zones).toMatchObject([{ positions: source.zone.positions }, work])
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

describe('the profile of an account that moves', () => {
  const PROFILE = '/api/auth/profile'
  const edit = (server: Server, part: string, json: object) =>
    server.send('POST', `${PROFILE}/edit${part}`, { json })
  const PERSON = { first_name: 'Ann', last_name: null, location: 'Here', bio: 'Rides' }

  /** A server whose user has changed profile and preferences. */
  async function openProfile() {
    const server = await openServer()
    await edit(server, '', { ...PERSON, birth_date: '1990-02-03' })
    await edit(server, '/preferences', {
      ...{ imperial_units: true, weekm: true, use_dark_mode: null, measurements: 'device' },
      ...{ workouts_visibility: 'public', map_visibility: 'followers_only' },
      ...{ hr_visibility: 'followers_only', date_format: 'yyyy-MM-dd', timezone: 'Asia/Tokyo' },
      ...{ manually_approves_followers: false, hide_profile_in_users_directory: false },
    })
    return server
  }
  const read = async ({ get }: Server) => (await get(PROFILE)).body.data

  test('is taken over with the preferences, which recordings are measured with', async () => {
    const source = await openProfile()
    const { id } = await source.record('1.gpx', straightRide(), PUBLIC)
    const archive = await exportAccount(source)
    const target = await openServer()
    await moveIn(target, archive)
    const [before, after] = [await read(source), await read(target)]
    for (const name of Object.keys(PERSON)) expect(after[name]).toBe(before[name])
    expect(after).toMatchObject({
      ...{ birth_date: before.birth_date, imperial_units: true, weekm: true, use_dark_mode: null },
      ...{
        measurements: 'device',
        workouts_visibility: 'public',
        analysis_visibility: 'private',
      },
      ...{ map_visibility: 'private', hr_visibility: 'followers_only', date_format: 'yyyy-MM-dd' },
    })
    // It must not be shown to more people than its user has chosen here.
    expect(after).toMatchObject({
      ...{ manually_approves_followers: true, hide_profile_in_users_directory: true },
      timezone: 'Europe/Berlin',
    })
    const own = async ({ get }: Server) => (await get(`/api/workouts/${id}`)).body.data.workouts[0]
    expect((await own(target)).measured_by).toEqual((await own(source)).measured_by)
    expect((await own(target)).measured_by).toBeObject()
  })

  test('has the same picture, unless it cannot be read', async () => {
    const source = await openProfile()
    const body = new FormData()
    body.set('file', new File([await aPhoto()], 'me.jpg'))
    await source.call('POST', '/api/auth/picture', { as: source.user, body })
    const archive = await exportAccount(source)
    const target = await openServer()
    const id = await moveIn(target, archive)
    expect(await readReport(target, id)).toEqual([])
    const picture = async ({ call }: Server) => {
      const answer = await call('GET', '/api/users/ann/picture')
      expect(answer.status).toBe(200)
      return textOf(answer).split('\n')[0]
    }
    expect(await picture(target)).toBeString()
    expect((await read(target)).picture).toBeTrue()
    const other = await openServer()
    const damaged = await other.queue(
      [
        json('user_workouts_data.json', []),
        json('user_data.json', PERSON),
        { name: 'me.png', content: 'no picture' },
      ],
      { sport_id: undefined },
    )
    await other.serve()
    expect(await readReport(other, damaged)).toEqual(['me.png,skipped,the picture cannot be read,'])
    expect((await read(other)).first_name).toBe('Ann')
  })

  test('keeps what the user has chosen there, and all of it once there are workouts', async () => {
    const source = await openProfile()
    await source.enter()
    const archive = await exportAccount(source)
    const target = await openServer()
    await edit(target, '', { ...PERSON, bio: null, first_name: 'Anna', birth_date: null })
    await edit(target, '/preferences', { date_format: 'dd/MM/yyyy' })
    await moveIn(target, archive)
    const moved = await read(target)
    expect(moved).toMatchObject({ first_name: 'Anna', bio: 'Rides', date_format: 'dd/MM/yyyy' })
    await edit(target, '', { ...PERSON, bio: null, birth_date: null })
    await moveIn(target, archive)
    expect((await read(target)).bio).toBeNull()
  })

  test('has only valid values', async () => {
    const target = await openServer()
    const before = await read(target)
    await target.queue(
      [
        json('user_workouts_data.json', []),
        json('user_data.json', {
          ...{ bio: 'x'.repeat(1000), first_name: 5, birth_date: 'soon', date_format: '%d' },
          ...{ weekm: 'yes', hr_visibility: 'all', measurements: 'moon', role: 'owner' },
          ...{ username: 'root', email: 'root@example.org', notification_preferences: { root: 1 } },
        }),
      ],
      { sport_id: undefined },
    )
    await target.serve()
    expect(await read(target)).toEqual(before)
  })
})
