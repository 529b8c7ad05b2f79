import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { getProfile } from '@/api/profile/service'
import { loadView } from '@/api/workouts/views'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listCommentsBy } from '@/db/queries/comments'
import { listEquipmentsOf } from '@/db/queries/equipments'
import { listSports } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { listOriginalFiles, listWorkoutsAfter } from '@/db/queries/workouts'
import {
  presentExportedComment,
  presentExportedEquipment,
  presentExportedProfile,
  presentExportedWorkout,
} from '@/present/data-export'
import { wireFor } from '@/present/dialect'
import type { Turn } from './handler'

const PAGE = 50

/** The turn ended before the archive was complete. */
class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Whose data is written, and how long there is time for it. */
interface Order {
  ctx: AppContext
  user: UserRow
  turn: Turn
}

/**
 * Writes the archive of a user's data to a path; false when the turn ended first, then nothing is left there. Memory
 * does not grow with the number of workouts.
 */
export async function writeExport(order: Order, path: string): Promise<boolean> {
  const zip = new ZipFile()
  const add = (name: string, text: AsyncIterable<string>) =>
    zip.addReadStream(Readable.from(text, { objectMode: false }), name)
  add('user_data.json', profileText(order))
  add('user_workouts_data.json', listText(workoutsOf(order)))
  add('user_equipments_data.json', listText(equipmentsOf(order)))
  add('user_comments_data.json', listText(commentsOf(order)))
  for (const { file, name } of await storedFiles(order)) zip.addFile(file, name)
  zip.end()
  try {
    await pipeline(zip.outputStream, createWriteStream(path))
    return true
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof Interrupted) return false
    throw error
  }
}

const asJson = (value: unknown) => JSON.stringify(value, null, 4)

/** A JSON array that is never whole in memory. */
async function* listText(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n${asJson(item).replace(/^/gm, '    ')}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n]'
}

async function* profileText({ ctx, user }: Order): AsyncGenerator<string> {
  yield asJson(
    presentExportedProfile(
      await getProfile(ctx, callerFor(user)),
      wireFor(null, ctx.config.dialect),
    ),
  )
}

async function* workoutsOf({ ctx, user, turn }: Order): AsyncGenerator<unknown> {
  const wire = wireFor(null, ctx.config.dialect)
  const labels = new Map((await listSports(ctx.db)).map(({ id, label }) => [id, label]))
  let after = 0
  for (;;) {
    if (await turn.isOver()) throw new Interrupted()
    const rows = await listWorkoutsAfter(ctx.db, { userId: user.id, after, limit: PAGE })
    if (rows.length === 0) return
    for (const row of rows) {
      const view = await loadView(ctx, callerFor(user), row)
      yield presentExportedWorkout(view, labels.get(row.sport_id) ?? '', wire)
      after = row.id
    }
  }
}

async function* equipmentsOf({ ctx, user }: Order): AsyncGenerator<unknown> {
  for (const item of await listEquipmentsOf(ctx.db, user.id)) yield presentExportedEquipment(item)
}

async function* commentsOf({ ctx, user }: Order): AsyncGenerator<unknown> {
  for (const { workout_short_id, ...comment } of await listCommentsBy(ctx.db, user.id))
    yield presentExportedComment(comment, workout_short_id)
}

/** Originals and the profile picture, as far as they are there. */
async function storedFiles({ ctx, user }: Order): Promise<{ file: string; name: string }[]> {
  const originals = await listOriginalFiles(ctx.db, user.id)
  const files = [
    ...originals.map((path) => ({ path, name: `workout_files/${basename(path)}` })),
    ...(user.picture ? [{ path: user.picture, name: basename(user.picture) }] : []),
  ]
  const present = await Promise.all(files.map(({ path }) => ctx.files.exists(path)))
  return files
    .filter((_, at) => present[at])
    .map(({ path, name }) => ({ file: ctx.files.pathOf(path), name }))
}

/** The user as the one who looks: an export shows what its owner sees. */
const callerFor = (user: UserRow): Caller => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  suspended: user.suspended_at !== null,
  timezone: user.timezone,
  token: '',
})
