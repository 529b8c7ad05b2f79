import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aRide } from '../support/archives'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { zipBytes } from '../support/tracks/zip'

startInNewFolders()

const ann = () => inContext((ctx) => aUser(ctx, { username: 'ann' }))
const names = (...more: string[]) => run('workouts', 'sport-names', '--user', 'ann', ...more)
const sports = () =>
  inContext(async ({ db }) => {
    const rows = await db
      .selectFrom('workouts')
      .select('sport_id')
      .orderBy('workout_date')
      .execute()
    return rows.map(({ sport_id }) => sport_id)
  })

/** An archive of rides that state these sports; `null` is a ride without one. */
function archive(...types: (string | null)[]): string {
  const path = join(dataDir(), 'rides.zip')
  const members = types.map((type, index) => ({
    name: `${index}.gpx`,
    content: aRide(index + 1).replace(
      '<trk>',
      type === null ? '<trk>' : `<trk><type>${type}</type>`,
    ),
  }))
  writeFileSync(path, zipBytes(members))
  return path
}

describe('workouts sport-names', () => {
  test('adds, lists and deletes sport names', async () => {
    await ann()
    expect((await names()).out).toBe('Recordings without a sport: rejected.')
    const told = await names('--set', 'Trail = Hiking', '--set', '2/8=1', '--default', 'Walking')
    const lines = [
      '2/8 = Cycling (Sport)',
      'Trail = Hiking',
      'Recordings without a sport: Walking.',
    ]
    expect(told).toMatchObject({ code: 0, out: lines.join('\n') })
    expect((await names()).out).toBe(told.out)
    const { out } = await names('--forget', 'TRAIL', '2/8', '--default', 'none')
    expect(out).toBe('Recordings without a sport: rejected.')
  })

  test('rejects unknown sports and empty names', async () => {
    await ann()
    expect(await names('--set', 'run=Quidditch')).toMatchObject({
      code: 3,
      err: "invalid sport id 'Quidditch': milepost sports list --all shows all.",
    })
    expect((await names('--set', 'run')).code).toBe(2)
    expect((await names('--default', 'Quidditch')).code).toBe(3)
  })
})

describe('workouts import', () => {
  test('uses the sports of this import, then those of the user, then the usual ones', async () => {
    await ann()
    await names('--set', 'running=Hiking', '--set', 'hiking=Walking', '--default', '16')
    const path = archive('running', 'hiking', 'cycling', 'quidditch', null)
    const { code } = await run(
      'workouts',
      'import',
      path,
      '--user',
      'ann',
      '--sport-name',
      'Running=8',
    )
    expect(code).toBe(0)
    expect(await sports()).toEqual([8, 6, 1, 16, 16])
  })

  test('uses the sport that is given for all', async () => {
    await ann()
    await names('--set', 'running=Hiking')
    await run('workouts', 'import', archive('running'), '--user', 'ann', '--sport', 'Running')
    expect(await sports()).toEqual([5])
  })
})

test('exports use the same sport names', async () => {
  await ann()
  await names('--set', 'Chess=Walking', '--default', 'Hiking')
  const path = join(dataDir(), 'strava.zip')
  const row = (day: number, type: string) =>
    `${day},"Jan ${day}, 2024, 7:00:00 AM",Title,${type},,900,5${','.repeat(10)}900`
  const table = ['id,date,name,type', row(1, 'Chess'), row(2, 'Go'), row(3, 'Run')].join('\n')
  writeFileSync(path, zipBytes([{ name: 'activities.csv', content: table }]))
  const order = ['import', 'strava', path, '--user', 'ann']
  expect((await run(...order, '--sport-name', 'run=8')).out).toContain('new: 3')
  expect(await sports()).toEqual([6, 3, 8])
})
