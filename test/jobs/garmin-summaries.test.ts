import { expect, test } from 'bun:test'
import { startArchiveServer } from '../support/archives'
import { type MadeActivity, NUMBERS, startOf } from '../support/exports/activity'
import { garminExport, garminWeights } from '../support/exports/garmin'
import type { ZipMember } from '../support/tracks/zip'

const SPORTS = ['ride', 'run', 'walk', 'swim'] as const

/** Twelve activities of which the export has no file. */
const TWELVE: readonly MadeActivity[] = Array.from({ length: 12 }, (_, index) => ({
  ...{ day: index + 1, sport: SPORTS[index % 4] ?? 'ride', title: `Outing ${index + 1}` },
  ...(index % 4 === 0 && { gear: 'Red bike' }),
  kept: 'numbers',
}))

async function open() {
  const server = await startArchiveServer({ timezone: 'Europe/Paris' })
  const move = async (members: readonly ZipMember[], data: object = {}) => {
    const id = await server.queue(members, { sport_id: undefined, ...data })
    await server.serve()
    const { body } = await server.get(`/api/workouts/upload-tasks/${id}/report`)
    return { id, task: await server.task(id), report: String(body) }
  }
  const workouts = () =>
    server.ctx.db.selectFrom('workouts').selectAll().orderBy('workout_date').execute()
  const others = async () => ({
    gear: await server.ctx.db.selectFrom('equipments').select('label').execute(),
    weights: await server.ctx.db.selectFrom('weights').select(['day', 'kilograms']).execute(),
  })
  return { ...server, move, workouts, others }
}

const WEIGHTS = garminWeights({ '2024-01-03': 71.5, '2024-01-09': 71 })

test('twelve summaries without a file become twelve workouts with all their figures', async () => {
  const { move, workouts, others, get } = await open()
  const { task } = await move([...garminExport(TWELVE), WEIGHTS])
  expect(task).toMatchObject({ new_workouts_count: 12, status: 'successful' })
  const made = await workouts()
  expect(made.map(({ workout_date }) => workout_date)).toEqual(
    TWELVE.map((activity) => startOf(activity).getTime()),
  )
  expect(made[0]).toMatchObject({
    ...{ title: 'Outing 1', sport_id: 1, original_file: null, distance: NUMBERS.distance },
    ...{ duration: NUMBERS.duration, moving: 1500, ave_speed: 3.6, ascent: 40, descent: 39.504 },
    ...{ calories: 100, ave_hr: 141, max_hr: 166, ave_power: 180, max_power: 420 },
  })
  const { body } = await get(`/api/workouts/${made[0]?.short_id}`)
  expect(body.data.workouts[0].equipments).toMatchObject([{ label: 'Red bike' }])
  expect(await others()).toEqual({
    gear: [{ label: 'Red bike' }],
    weights: [
      { day: '2024-01-03', kilograms: 71.5 },
      { day: '2024-01-09', kilograms: 71 },
    ],
  })
})

test('importing the summaries twice adds nothing, whatever the policy for duplicates', async () => {
  const { move, workouts } = await open()
  await move(garminExport(TWELVE))
  const before = await workouts()
  const { task, report } = await move(garminExport(TWELVE))
  expect(task.new_workouts_count).toBe(0)
  expect(report.match(/,already there,/g)).toHaveLength(12)
  await move(garminExport(TWELVE), { duplicates: 'allow' })
  expect(await workouts()).toEqual(before)
})

test('undoing the import restores the previous state', async () => {
  const { move, workouts, others, call, user, enter } = await open()
  await enter({ workout_date: '2024-03-01 10:00' })
  const before = [await workouts(), await others()]
  const { id } = await move([...garminExport(TWELVE), WEIGHTS])
  const { body } = await call('POST', `/api/workouts/upload-tasks/${id}/undo`, { as: user })
  expect(body).toMatchObject({ removed: 12, left: 0 })
  expect([await workouts(), await others()]).toEqual(before)
})

test('a summary without distance becomes a workout without one, and a parent of legs none', async () => {
  const { move, workouts } = await open()
  const members = garminExport([
    { day: 1, sport: 'run', kept: 'numbers' },
    { day: 2, sport: 'ride', kept: 'numbers' },
  ]).map((member) =>
    member.name.endsWith('Activities.json')
      ? {
          ...member,
          content: String(member.content)
            .replace('"distance":150000,', '')
            .replace('"activityId":2', '"activityId":2,"parent":true'),
        }
      : member,
  )
  const { report } = await move(members)
  expect(await workouts()).toMatchObject([
    { distance: 0, duration: 1800, ave_speed: null, best_pace: null, ave_hr: 141 },
  ])
  expect(report).toContain('activity 2,skipped,its legs are workouts,')
})

test('gear that does not suit the sport is left out, and the report names it', async () => {
  const { move, workouts, get } = await open()
  const { report } = await move(
    garminExport([
      { day: 1, sport: 'ride', gear: 'Red bike', kept: 'numbers' },
      { day: 2, sport: 'run', gear: 'Red bike', kept: 'numbers' },
    ]),
  )
  const [, run] = await workouts()
  expect(report).toContain(
    `activity 2,new,without gear that does not suit the sport: Red bike,${run?.short_id}`,
  )
  const { body } = await get(`/api/workouts/${run?.short_id}`)
  expect(body.data.workouts[0].equipments).toEqual([])
})
