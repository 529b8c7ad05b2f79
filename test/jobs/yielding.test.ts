import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { writeExport } from '@/jobs/exports/write-data-export'
import { asCaller } from '@/services/auth/as-caller'
import { connectionsOf } from '@/store/db/connections/dialect'
import { writeTo } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { listStoredFiles } from '@/store/db/queries/tasks/stored-files'
import { insertWorkout } from '@/store/db/queries/workouts/workouts'
import { undoImport } from '@/use-cases/imports/tasks/undo-import'
import { rides, startArchiveServer } from '../support/archives'
import { newFolder } from '../support/folder'
import { maxStatementsPerTurn } from '../support/statements-per-turn'
import { startWorkoutServer } from '../support/workouts'

/** The statements that one workout needs, with some margin. */
const LIMIT = 60

const slice = { isOver: async () => false, extend: () => undefined }

/** A server with this many manual workouts of one user. */
async function withWorkouts(count: number) {
  const { ctx, user } = await startWorkoutServer()
  const row = {
    user_id: user.id,
    sport_id: 1,
    workout_date: 0,
    creation_date: 0,
    duration: 60,
    distance: 1,
  }
  await writeTo(ctx.db, async (tx) => {
    for (let id = 1; id <= count; id += 1)
      await insertWorkout(tx, {
        ...{ ...row, short_id: ctx.ids.shortId(), moving: 60, map_file: `${id}.png` },
        ...(id % 2 === 0 && { original_file: `${id}.gpx` }),
      })
  })
  return { ctx, user: await getUserById(ctx.db, user.id) }
}

test('an export yields to other work after each workout', async () => {
  const { ctx, user } = await withWorkouts(120)
  const path = join(newFolder(), 'export.zip')
  const run = { ctx, user, slice, withAnalysis: false }
  expect(await maxStatementsPerTurn(ctx, () => writeExport(run, path))).toBeLessThan(LIMIT)
})

test('an undo of an import yields to other work after each entry', async () => {
  const server = await startArchiveServer()
  const id = await server.queue(rides(30))
  await server.serve()
  const caller = asCaller(await getUserById(server.ctx.db, server.user.id))
  const undoing = () => undoImport(server.ctx, caller, id)
  expect(await maxStatementsPerTurn(server.ctx, undoing)).toBeLessThan(LIMIT)
  expect(await server.workouts()).toBe(0)
})

test('all files referenced by rows are read, some hundred rows at a time', async () => {
  const { ctx } = await withWorkouts(1200)
  let statements = 0
  const stop = connectionsOf(ctx.db).listen((statement) => {
    if (statement.includes('from "workouts"')) statements += 1
  })
  const found: string[] = []
  for await (const path of listStoredFiles(ctx.db)) found.push(path)
  stop()
  expect(new Set(found).size).toBe(1800)
  expect(statements).toBe(4)
})
