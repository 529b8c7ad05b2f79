import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { inProject } from '@/build/project'
import { EXPORT_FILES } from '@/domain/reference/export-files'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { aComment } from '../support/comments'
import { TABLE_USES } from '../support/exported-tables'
import { aUser } from '../support/factories'
import {
  exportAccount,
  fullAccount,
  moveIn,
  openServer,
  readReport,
  type Server,
} from '../support/moved-account'
import { aPhoto } from '../support/photo-files'
import { aBlock, aFollow } from '../support/workouts'

/** Files that contain no rows of a table. */
const WITHOUT_TABLE = [EXPORT_FILES.analyses]

/** A server whose user has a row in every table that is exported. */
async function everything() {
  const server = await fullAccount()
  const { ctx, send, user, call, rides } = server
  const { db } = ctx
  const put = (path: string, value: object) => send('PUT', path, { json: value })
  const bob = await aUser(ctx, { username: 'bob' })
  await aFollow(ctx, bob, user)
  await aBlock(ctx, user, await aUser(ctx, { username: 'eve' }))
  await put('/api/auth/profile/weights/2026-01-02', { weight: 72.5 })
  await put('/api/thresholds/ftp/2026-01-02', { value: 250 })
  await send('PATCH', '/api/thresholds/rules', { json: { trimp_weighting: 'men' } })
  const bike = { label: 'Bike', equipment_type_id: 2, default_for_sport_ids: [1] }
  const made = await send('POST', '/api/equipments', { json: bike })
  const [equipment] = made.body.data.equipments
  const file = new FormData()
  file.append('file', new File([await aPhoto()], 'a.jpg'))
  const photo = await call('POST', '/api/media', { as: user, body: file })
  const [first] = rides
  const changes = { equipment_ids: [equipment.id], media_attachment_ids: [photo.body.id] }
  await send('PATCH', `/api/workouts/${first.id}`, { json: changes })
  await send('POST', `/api/workouts/${first.id}/like`, {})
  await send('POST', `/api/workouts/${first.id}/share-links`, { json: { expires_in_days: null } })
  await send('POST', '/api/tokens', { json: { name: 'Script', scope: 'workouts:read' } })
  await send('POST', '/api/webhooks', {
    json: { url: 'https://203.0.113.9/', events: ['workout.created'] },
  })
  const workout = await db
    .selectFrom('workouts')
    .selectAll()
    .where('short_id', '=', first.id)
    .executeTakeFirstOrThrow()
  const comment = await aComment(ctx, { by: user, on: workout })
  await send('POST', `/api/comments/${comment.short_id}/like`, {})
  await db
    .insertInto('excluded_efforts')
    .values({ workout_id: workout.id, kind: 'distance', target: 1000 })
    .execute()
  const path = `workouts/${user.id}/additional.gpx`
  await Bun.write(ctx.files.pathOf(path), '<gpx/>')
  await db
    .insertInto('kept_originals')
    .values({ workout_id: workout.id, path, hash: null })
    .execute()
  await db
    .insertInto('identities')
    .values({ user_id: user.id, issuer: 'x', subject: 'x', name: 'x', created_at: 0 })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      ...{ user_id: user.id, credential_id: 'x', public_key: Buffer.from('x'), sign_count: 0 },
      ...{ is_backed_up: 0, name: 'x', created_at: 0 },
    })
    .execute()
  await db
    .insertInto('two_factor_logins')
    .values({ user_id: user.id, sealed_secret: Buffer.from('x'), confirmed_at: 1, last_step: 1 })
    .execute()
  return server
}

async function countRows({ ctx }: Server, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    ctx.db,
  )
  return rows[0]?.n ?? 0
}

describe('a data export', () => {
  test('contains a file for every table that belongs to a user, and moves the rows', async () => {
    const source = await everything()
    const archive = await exportAccount(source)
    const names = new Set((await openZip(archive, 1000)).entries.map(({ name }) => name))
    const target = await openServer()
    const report = await readReport(target, await moveIn(target, archive))
    expect(report.filter((line) => line.includes(',skipped,'))).toEqual([
      'additional_files/additional.gpx,skipped,the workout has another recording,',
    ])
    for (const [table, use] of Object.entries(TABLE_USES)) {
      if (use === 'server' || !('file' in use)) continue
      const count = await countRows(source, table)
      expect([table, count > 0]).toEqual([table, true])
      expect([table, names.has(EXPORT_FILES[use.file])]).toEqual([table, true])
      if ('isImported' in use)
        expect([table, await countRows(target, table)]).toEqual([table, count])
    }
  })

  test('has only files that the handbook describes', () => {
    const page = readFileSync(inProject('src/handbook/your-data.md'), 'utf8')
    for (const file of Object.values(EXPORT_FILES)) expect(page).toContain(`\`${file}\``)
  })

  test('has no file without a table', () => {
    const files = Object.values(TABLE_USES).flatMap((use) =>
      use !== 'server' && 'file' in use ? EXPORT_FILES[use.file] : [],
    )
    expect(new Set([...files, ...WITHOUT_TABLE])).toEqual(new Set(Object.values(EXPORT_FILES)))
  })

  test('leaves out no table that an import undoes', async () => {
    const { ctx } = await openServer()
    const { rows } = await sql<{ name: string }>`
      select tables.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table' and columns.name = 'import_task_id'`.execute(ctx.db)
    for (const { name } of rows)
      expect(TABLE_USES[name as keyof typeof TABLE_USES]).toMatchObject({ isImported: true })
  })
})
