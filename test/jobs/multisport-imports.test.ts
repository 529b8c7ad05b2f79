import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InboxScans } from '@/jobs/inbox'
import { Inbox } from '@/store/files/inbox'
import { startArchiveServer } from '../support/archives'
import { stravaRow, stravaTable } from '../support/exports/strava'
import { newFolder } from '../support/folder'
import { triathlon } from '../support/tracks/legs'

const EXPORT = '/api/auth/account/export'

interface Leg {
  id: string
  title: string
  notes: string | null
  description: string | null
  distance: number
  moving: string
  sport_id: number
  workout_visibility: string
  equipments: { label: string }[]
  multisport?: { event_id: string; leg: number; is_transition: boolean; legs?: { id: string }[] }
}

/** A server that measures by the device. */
async function open(settings: object = {}) {
  const server = await startArchiveServer({}, { measurements: 'device', ...settings })
  const legs = async (): Promise<Leg[]> => {
    const { workouts } = (await server.get('/api/workouts?order=asc&per_page=50')).body.data
    return Promise.all(
      workouts.map(
        async ({ id }: Leg) => (await server.get(`/api/workouts/${id}`)).body.data.workouts[0],
      ),
    )
  }
  return { ...server, legs }
}

/** The data export of the user of a server. */
async function exported(server: Awaited<ReturnType<typeof open>>): Promise<Uint8Array> {
  await server.send('POST', `${EXPORT}/request`, { json: {} })
  await server.serve()
  const { file_name } = (await server.get(EXPORT)).body.request
  const token = await server.ctx.sessions.issue(server.user.id, server.user.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request(`http://localhost${EXPORT}/${file_name}`, { headers })
  return (await server.handle(request)).bytes()
}

describe('a multisport event', () => {
  test('moves to another server with the export of its account', async () => {
    const one = await open()
    await one.upload('race.fit', triathlon(), { title: 'Race', notes: 'Windy' })
    const [, , bike] = await one.legs()
    await one.send('PATCH', `/api/workouts/${bike?.id}`, {
      json: { title: 'Fast bike', workout_visibility: 'public' },
    })
    const before = await one.legs()
    const archive = await exported(one)
    const other = await open()
    const move = async () => {
      const { body } = await other.upload('export.zip', archive, { sport_id: undefined })
      await other.serve()
      return other.task(body.data.task_id)
    }
    expect(await move()).toMatchObject({ new_workouts_count: 5 })
    const figures = (legs: readonly Leg[]) =>
      legs.map(
        ({ id, title, notes, distance, moving, sport_id, workout_visibility, multisport }) => ({
          ...{ id, title, notes, distance, moving, sport_id, workout_visibility, multisport },
        }),
      )
    expect(figures(await other.legs())).toEqual(figures(before))
    expect(before[2]).toMatchObject({ title: 'Fast bike', workout_visibility: 'public' })
    expect(await move()).toMatchObject({ new_workouts_count: 0 })
    expect(await other.legs()).toHaveLength(5)
  })

  test('in the export of a service has its title, privacy and gear in every leg that it suits', async () => {
    const server = await open()
    await server.send('POST', '/api/equipments', {
      json: { label: 'Red bike', equipment_type_id: 2 },
    })
    const row = stravaRow({
      ...{ 0: '7', 1: 'Aug 15, 2026, 6:00:00 AM', 2: 'My race', 3: 'Workout' },
      ...{ 4: 'With Bob', 10: 'Tired', 11: 'Red bike', 12: 'activities/7.fit' },
    })
    const id = await server.queue(
      [
        stravaTable([row]),
        { name: 'activities/7.fit', content: triathlon() },
        { name: 'media/1.jpg', content: 'photo' },
      ],
      { sport_id: undefined },
    )
    await server.serve()
    expect(await server.task(id)).toMatchObject({ new_workouts_count: 5 })
    const legs = await server.legs()
    expect(legs.map(({ title }) => title)).toEqual(Array(5).fill('My race'))
    expect(legs.map(({ description }) => description)).toEqual(['With Bob', ...Array(4).fill(null)])
    expect(legs.map(({ notes }) => notes)).toEqual(['Tired', ...Array(4).fill(null)])
    const gear = legs.map(({ equipments }) => equipments.map(({ label }) => label))
    expect(gear[0]).toEqual([])
    expect(gear[2]).toEqual(['Red bike'])
    const { body } = await server.send('POST', `/api/workouts/upload-tasks/${id}/undo`)
    expect(body).toMatchObject({ removed: 5, restored: 0, left: 0 })
    expect(await server.legs()).toEqual([])
  })

  test('is imported once from the inbox', async () => {
    const root = join(newFolder(), 'inbox')
    const server = await open({ inboxDir: root })
    const time = { now: 0 }
    const scans = new InboxScans(server.ctx, new Inbox(root), () => time.now)
    const folder = join(root, server.user.username)
    mkdirSync(folder, { recursive: true })
    const drop = async (name: string) => {
      writeFileSync(join(folder, name), triathlon())
      for (let look = 0; look < 2; look++) {
        await scans.scan(() => true)
        time.now += 5000
      }
      expect(existsSync(join(folder, 'done', name))).toBe(true)
    }
    await drop('race.fit')
    const legs = await server.legs()
    expect(legs).toHaveLength(5)
    expect(new Set(legs.map(({ multisport }) => multisport?.event_id)).size).toBe(1)
    await drop('again.fit')
    expect(await server.legs()).toHaveLength(5)
  })
})
