import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import { listAllEquipmentTypes } from '@/db/queries/equipment-types'
import {
  findServerMove,
  finishServerMove,
  insertMoveFinding,
  insertServerMove,
  listMoveSteps,
  type ServerMoveStepRow,
  saveMoveStep,
} from '@/db/queries/server-moves'
import { listAllSports } from '@/db/queries/sports'
import { countUsers } from '@/db/queries/users'
import { savepoint, transact } from '@/db/transact'
import { isConstraint } from '@/lib/faults'
import { type Snapshot, SourceError, type SourceRow } from '@/postgres/snapshot'
import { closeRegistration, settings, users } from './account-steps'
import { apps, endedSessions, tokens } from './app-steps'
import { equipmentCompared, recordsCompared } from './compare-steps'
import { appeals, reportActions, reportComments, reports } from './moderation-steps'
import { workouts } from './move-workouts'
import { notifications, tasks } from './notification-steps'
import { idIn, Missed } from './read-row'
import { blocks, commentLikes, comments, follows, mentions, workoutLikes } from './social-steps'
import { findUploads } from './source-files'
import {
  defaultEquipments,
  equipments,
  equipmentTypes,
  sportPreferences,
  sports,
} from './sport-steps'
import type { Move, MoveTx, Step, Thing } from './step'

/** All kinds of things, each after those that it refers to; accounts first, since ids must not be taken meanwhile. */
const STEPS: readonly Step[] = [
  ...[users, sports, equipmentTypes, sportPreferences, equipments, defaultEquipments],
  ...[workouts, equipmentCompared, recordsCompared],
  ...[follows, blocks, workoutLikes, comments, mentions, commentLikes],
  ...[reports, reportComments, reportActions, appeals, tasks, notifications],
  ...[apps, tokens, endedSessions, settings],
]

/** Tables of later versions for which there is no place here yet. */
const WITHOUT_PLACE = { media: 'pictures of workouts are not kept here' }

export interface MoveServerOptions {
  snapshot: Snapshot
  /** The other server's folder `uploads`, or the one that it is in. */
  uploads: string
  /** Reads all, and keeps no files. */
  isDryRun: boolean
  /** Asked between pages; false ends the move there, to be gone on with later. */
  mayGoOn: () => boolean
  /** Told how many of how many rows were looked at, and how many of these were not moved. */
  told: (done: number, total: number, missed: number) => void
}

/**
 * Moves a whole FitTrackee server into this empty one: accounts, workouts, all that people wrote and decided, with
 * their ids. What cannot be moved is noted and stops nothing. Called again after it was stopped, it goes on where it
 * was.
 *
 * @returns whether it has come to the end.
 * @throws when there are accounts already, or the database or the folder is not what it should be.
 */
export async function moveServer(ctx: AppContext, options: MoveServerOptions): Promise<boolean> {
  const { snapshot } = options
  const { source, uploads } = await examineServer(options)
  await beginMove(ctx, snapshot, source)
  const move: Move = {
    ctx,
    snapshot,
    uploads,
    isDryRun: options.isDryRun,
    ...(await maps(ctx, snapshot)),
  }
  const known = new Map((await listMoveSteps(ctx.db)).map((state) => [state.step, state]))
  const plan: { step: Step; state: StepState }[] = []
  for (const step of STEPS) {
    const state = known.get(step.name) ?? (await firstState(snapshot, step))
    plan.push({ step, state: { ...state } })
  }
  const tell = () => {
    const sum = (of: (state: StepState) => number) =>
      plan.reduce((total, { state }) => total + of(state), 0)
    const missed = sum((state) => state.missed)
    options.told(
      sum((state) => state.moved) + missed,
      sum((state) => state.total),
      missed,
    )
  }
  tell()
  for (const { step, state } of plan)
    while (state.is_done === 0) {
      if (!options.mayGoOn()) return false
      await movePage(move, step, state)
      tell()
      await setImmediate()
    }
  await transact(ctx, (tx) => finishServerMove(tx.db, tx.clock.now()))
  return true
}

/**
 * Looks whether there is a server to be moved, and where its files are.
 *
 * @throws SourceError when the database or the folder is not what it should be.
 */
export async function examineServer({
  snapshot,
  uploads,
}: Pick<MoveServerOptions, 'snapshot' | 'uploads'>): Promise<{ source: string; uploads: string }> {
  requireKnownTables(snapshot)
  return { source: await fingerprintOf(snapshot), uploads: await findUploads(uploads) }
}

type StepState = Omit<ServerMoveStepRow, 'after'> & { after: string | null }

async function firstState(snapshot: Snapshot, { name, table }: Step): Promise<StepState> {
  const total = await snapshot.count(table)
  return { step: name, after: null, total, moved: 0, missed: 0, is_done: 0 }
}

/** @throws SourceError when the database is not that of FitTrackee, or of a version that is not known. */
function requireKnownTables({ tables }: Snapshot): void {
  for (const table of ['users', 'workouts'])
    if (!tables.has(table))
      throw new SourceError(`There is no table ${table}: this is no database of FitTrackee.`)
  for (const { table, required } of STEPS) {
    const columns = tables.get(table)
    const missing = columns ? required.filter((column) => !columns.has(column)) : []
    if (missing.length > 0)
      throw new SourceError(
        `The table ${table} has no column ${missing.join(', ')}: this is no database of FitTrackee 1.2 or 1.3 (bring it up to date there first: ftcli db upgrade).`,
      )
  }
}

/** @throws when this server is not empty, and this is not the same move going on. */
async function beginMove(ctx: AppContext, snapshot: Snapshot, source: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const former = await findServerMove(tx.db)
    if (former?.finished_at)
      throw new Error(
        `A server was moved in here already (${new Date(former.finished_at).toISOString()}): a second one needs a data folder of its own.`,
      )
    if (former && former.source !== source)
      throw new Error('The move of another server into this one is not finished: go on with that.')
    if (former) return
    if ((await countUsers(tx.db)) > 0)
      throw new Error(
        'There are accounts here already: a whole server is moved into an empty data folder (--data-dir), or one account at a time (milepost import fittrackee).',
      )
    await insertServerMove(tx.db, { source, started_at: tx.clock.now() })
    await closeRegistration(tx)
    await noteAbsences(tx, snapshot)
  })
}

/** By which the other server is known again: its first account. */
async function fingerprintOf(snapshot: Snapshot): Promise<string> {
  const columns = ['id', 'username', 'created_at']
  const request = { table: 'users', columns, key: ['id'], after: undefined, limit: 1 }
  const [first] = await snapshot.page(request)
  if (!first) throw new SourceError('The database of FitTrackee holds no accounts.')
  return JSON.stringify(first)
}

/** Notes what this version of the other server lacks, and what there is no place for. */
async function noteAbsences(tx: MoveTx, snapshot: Snapshot): Promise<void> {
  const note = (step: string, detail: string) =>
    insertMoveFinding(tx.db, { step, subject: 'all', result: 'left out', detail })
  for (const { name, table, optional } of STEPS) {
    const columns = snapshot.tables.get(table)
    if (!columns) await note(name, `there is no table ${table}`)
    for (const column of columns ? optional : [])
      if (!columns?.has(column)) await note(name, `the table ${table} has no column ${column}`)
  }
  for (const [table, reason] of Object.entries(WITHOUT_PLACE)) {
    const count = await snapshot.count(table)
    if (count > 0) await note(table, `${count}: ${reason}`)
  }
}

/** Sports and types of equipment have the same names everywhere, and nearly always the same ids. */
async function maps(ctx: AppContext, snapshot: Snapshot) {
  const labelled = async (table: string) =>
    snapshot.page({ table, columns: ['id', 'label'], key: ['id'], after: undefined, limit: 1000 })
  const sportsByLabel = new Map((await listAllSports(ctx.db)).map((sport) => [sport.label, sport]))
  const typesByLabel = new Map(
    (await listAllEquipmentTypes(ctx.db)).map(({ label, id }) => [label, id]),
  )
  const by = <Found>(rows: readonly SourceRow[], found: ReadonlyMap<string, Found>) =>
    new Map(
      rows.flatMap((row): [number, Found][] => {
        const here = found.get(String(row.label))
        return here === undefined ? [] : [[idIn(row, 'id'), here]]
      }),
    )
  return {
    sports: by(await labelled('sports'), sportsByLabel),
    equipmentTypes: by(await labelled('equipment_types'), typesByLabel),
  }
}

/** Moves the next rows of a step, and notes in the same transaction how far it has come. */
async function movePage(move: Move, step: Step, state: StepState): Promise<void> {
  const { table, key, required, optional, atOnce: limit } = step
  const columns = [...required, ...optional]
  const after = state.after === null ? undefined : JSON.parse(state.after)
  const rows = await move.snapshot.page({ table, columns, key, after, limit })
  const things = await step.prepare(move, rows)
  const last = rows.at(-1)
  const next = { ...state }
  next.after = last ? JSON.stringify(key.map((column) => last[column])) : state.after
  next.is_done = rows.length < limit ? 1 : 0
  await transact(move.ctx, async (tx) => {
    for (const thing of things) {
      const isMoved = await moveThing(tx, step.name, thing)
      if (isMoved) next.moved += 1
      else next.missed += 1
    }
    await saveMoveStep(tx.db, { ...next, is_done: next.is_done === 1 })
  })
  Object.assign(state, next)
}

/** Moves one thing, or notes why not; whether it was moved. */
async function moveThing(tx: MoveTx, step: string, thing: Thing): Promise<boolean> {
  const { subject, findings = [], write, discard } = thing
  try {
    await savepoint(tx.db, () => write(tx))
  } catch (error) {
    const { result, message: detail } = missedBy(error)
    await insertMoveFinding(tx.db, { step, subject, result, detail })
    if (discard) tx.afterCommit(discard)
    return false
  }
  for (const finding of findings) await insertMoveFinding(tx.db, { step, subject, ...finding })
  return true
}

/** Why something was not moved. @throws what is not its own fault, such as a full disk */
function missedBy(error: unknown): Missed {
  if (error instanceof Missed) return error
  if (!isConstraint(error) || !(error instanceof Error)) throw error
  const [, columns] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? []
  if (columns) return new Missed('failed', `there is another one with the same ${columns}`)
  if (error.message.startsWith('FOREIGN KEY'))
    return new Missed('failed', 'belongs to something that was not moved')
  return new Missed('failed', error.message)
}
