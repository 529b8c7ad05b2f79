import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

startInNewFolders()

test('a recording is edited from the command line, and edits are undone', async () => {
  const user = await inContext((ctx) => aUser(ctx))
  const file = join(dataDir(), 'ride.gpx')
  writeFileSync(file, gpxOf(samplePoints(601, () => ({ hr: 140, power: 200 }))))
  const imported = await run('workouts', 'import', file, '--user', user.username, '--sport', '1')
  expect(imported.code).toBe(0)
  const { short_id: id } = await inContext(({ db }) =>
    db.selectFrom('workouts').selectAll().executeTakeFirstOrThrow(),
  )
  const edit = async (...options: string[]) => {
    const { out, err } = await run(
      'workouts',
      'edit',
      '--user',
      user.username,
      '--id',
      id,
      ...options,
    )
    return out + err
  }
  expect(await edit('--trim-end', '0:05:00', '--dry-run')).toMatch(/after: .* km, 300 s/)
  expect(await edit()).toContain('Edits: 0.')
  expect(await edit('--trim-start', '0:01:00', '--trim-end', '0:05:00')).toContain(' km, 240 s')
  expect(await edit('--remove', '0:01:00', '0:02:00')).toContain(' km, 240 s')
  expect(await edit()).toMatch(/trim 2024.*\nremove 2024.*\nEdits: 2\./)
  expect(await edit('--undo')).toContain(' km, 240 s')
  expect(await edit('--undo-all')).toContain(' km, 600 s')
  expect((await edit('--split', '0:05:00')).trim().split('\n')).toHaveLength(2)
  expect(await edit('--spikes')).toContain('the edit changes nothing')
})
