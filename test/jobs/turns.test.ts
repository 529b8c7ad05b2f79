import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { asCaller } from '@/auth/as-caller'
import { connectionsOf } from '@/db/dialect'
import { storedFilesOf } from '@/db/queries/stored-files'
import { getUserById } from '@/db/queries/users'
import { insertWorkout } from '@/db/queries/workouts'
import { writeTo } from '@/db/transact'
import { writeExport } from '@/jobs/export-archive'
import { undoImport } from '@/use-cases/imports/undo-import'
import { rides, startArchiveServer } from '../support/archives'
import { newFolder } from '../support/folder'
import { mostStatementsInATurn } from '../support/turns'
import { startWorkoutServer } from '../support/workouts'

/** Statements that one workout takes, and some to spare. */
const MOST = 60

const turn = { isOver: async () => false, extend: () => undefined }

/** A server with so many workouts of one user, none of which has a recording. */
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

test('an export gives others a turn for each workout', async () => {
  const { ctx, user } = await withWorkouts(120)
  const path = join(newFolder(), 'export.zip')
  const run = { ctx, user, turn, withAnalysis: false }
  expect(await mostStatementsInATurn(ctx, () => writeExport(run, path))).toBeLessThan(MOST)
})

test('an import that is undone gives others a turn for each entry', async () => {
  const server = await startArchiveServer()
  const id = await server.queue(rides(30))
  await server.serve()
  const caller = asCaller(await getUserById(server.ctx.db, server.user.id))
  const undoing = () => undoImport(server.ctx, caller, id)
  expect(await mostStatementsInATurn(server.ctx, undoing)).toBeLessThan(MOST)
  expect(await server.workouts()).toBe(0)
})

test('files that rows name are read some hundred rows at a time, all of them', async () => {
  const { ctx } = await withWorkouts(1200)
  let statements = 0
  const stop = connectionsOf(ctx.db).listen((statement) => {
    if (statement.includes('from "workouts"')) statements += 1
  })
  const found: string[] = []
  for await (const path of storedFilesOf(ctx.db)) found.push(path)
  stop()
  expect(new Set(found).size).toBe(1800)
  expect(statements).toBe(4)
})
