import { setImmediate } from 'node:timers/promises'
import { isConstraintViolation } from '@/lib/system-errors'
import type { AppContext } from '@/services/context'
import { type Snapshot, SourceError, type SourceRow } from '@/services/postgres/snapshot'
import { savepoint, transact } from '@/store/db/connections/transact'
import { countUsers } from '@/store/db/queries/accounts/users'
import { listAllEquipmentTypes } from '@/store/db/queries/catalogue/equipment-types'
import { listAllSports } from '@/store/db/queries/catalogue/sports'
import {
  findServerMove,
  finishServerMove,
  insertMoveFinding,
  insertServerMove,
  listMoveSteps,
  type ServerMoveStepRow,
  saveMoveStep,
} from '@/store/db/queries/tasks/server-migrations'
import { closeRegistration, settings, users } from './account-steps'
import { apps, endedSessions, tokens } from './app-steps'
import { equipmentCompared, recordsCompared } from './compare-steps'
import { appeals, reportActions, reportComments, reports } from './moderation-steps'
import { workouts } from './move-workouts'
import { notifications, tasks } from './notification-steps'
import { photos } from './photo-step'
import { idIn, SkippedRowError } from './read-row'
import { blocks, commentLikes, comments, follows, mentions, workoutLikes } from './social-steps'
import { findUploads } from './source-files'
import {
  defaultEquipments,
  equipments,
  equipmentTypes,
  sportPreferences,
  sports,
} from './sport-steps'
import type { Migration, MigrationItem, MigrationTx, Step } from './step'

/**
 * Steps in the order of their dependencies. Accounts come first, so that their ids are not taken during the migration.
 */
const STEPS: readonly Step[] = [
  ...[users, sports, equipmentTypes, sportPreferences, equipments, defaultEquipments],
  ...[workouts, photos, equipmentCompared, recordsCompared],
  ...[follows, blocks, workoutLikes, comments, mentions, commentLikes],
  ...[reports, reportComments, reportActions, appeals, tasks, notifications],
  ...[apps, tokens, endedSessions, settings],
]

export interface MigrateServerOptions {
  snapshot: Snapshot
  /** The folder `uploads` of the source server, or its parent folder. */
  uploads: string
  /** Reads everything but stores no files. */
  isDryRun: boolean
  /** Called between pages. False stops the migration, which can be continued later. */
  shouldContinue: () => boolean
  /** Called with the number of rows processed, of all rows, and of processed rows that were not migrated. */
  onProgress: (done: number, total: number, missed: number) => void
}

/**
 * Migrates a whole FitTrackee server into this empty one: accounts, workouts, and everything that users and moderators
 * wrote, with their ids. Reports items that cannot be migrated and continues. Continues an interrupted migration when
 * called again.
 *
 * @returns whether the migration is complete. @throws when there are accounts already, or the database or folder of the
 * source server is invalid.
 */
export async function migrateServer(
  ctx: AppContext,
  options: MigrateServerOptions,
): Promise<boolean> {
  const { snapshot } = options
  const { source, uploads } = await examineServer(options)
  await beginMigration(ctx, snapshot, source)
  const migration: Migration = {
    ctx,
    snapshot,
    uploads,
    isDryRun: options.isDryRun,
    ...(await loadMaps(ctx, snapshot)),
  }
  const known = new Map((await listMoveSteps(ctx.db)).map((state) => [state.step, state]))
  const plan: { step: Step; state: StepState }[] = []
  for (const step of STEPS) {
    const state = known.get(step.name) ?? (await firstState(snapshot, step))
    plan.push({ step, state: { ...state } })
  }
  const reportProgress = () => {
    const sum = (of: (state: StepState) => number) =>
      plan.reduce((total, { state }) => total + of(state), 0)
    const missed = sum((state) => state.missed)
    options.onProgress(
      sum((state) => state.moved) + missed,
      sum((state) => state.total),
      missed,
    )
  }
  reportProgress()
  for (const { step, state } of plan)
    while (state.is_done === 0) {
      if (!options.shouldContinue()) return false
      await migratePage(migration, step, state)
      reportProgress()
      await setImmediate()
    }
  await transact(ctx, (tx) => finishServerMove(tx.db, tx.clock.now()))
  return true
}

/** Checks the source server and finds its uploads. @throws SourceError when its database or folder is invalid. */
export async function examineServer({
  snapshot,
  uploads,
}: Pick<MigrateServerOptions, 'snapshot' | 'uploads'>): Promise<{
  source: string
  uploads: string
}> {
  requireKnownTables(snapshot)
  return { source: await computeFingerprint(snapshot), uploads: await findUploads(uploads) }
}

type StepState = Omit<ServerMoveStepRow, 'after'> & { after: string | null }

async function firstState(snapshot: Snapshot, { name, table }: Step): Promise<StepState> {
  const total = await snapshot.count(table)
  return { step: name, after: null, total, moved: 0, missed: 0, is_done: 0 }
}

/** @throws SourceError when the database is not one of FitTrackee, or of an unsupported version. */
function requireKnownTables({ tables }: Snapshot): void {
  for (const table of ['users', 'workouts'])
    if (!tables.has(table))
      throw new SourceError(`There is no table ${table}: this is not a FitTrackee database.`)
  for (const { table, required } of STEPS) {
    const columns = tables.get(table)
    const missing = columns ? required.filter((column) => !columns.has(column)) : []
    if (missing.length > 0)
      throw new SourceError(
        `The table ${table} has no column ${missing.join(', ')}: this is not a FitTrackee database of version 1.2 or 1.3 (bring it up to date there first: ftcli db upgrade).`,
      )
  }
}

/**
 * Starts a migration, or does nothing if it is already in progress.
 *
 * @throws when this server is not empty or another server was migrated.
 */
async function beginMigration(ctx: AppContext, snapshot: Snapshot, source: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const former = await findServerMove(tx.db)
    if (former?.finished_at)
      throw new Error(
        `A server was moved in here already (${new Date(former.finished_at).toISOString()}): a second one needs a data folder of its own.`,
      )
    if (former && former.source !== source)
      throw new Error(
        'The migration of another server into this one is not finished: continue that one.',
      )
    if (former) return
    if ((await countUsers(tx.db)) > 0)
      throw new Error(
        'This server already has accounts: migrate a whole server into an empty data folder (--data-dir), or one account at a time (milepost import fittrackee).',
      )
    await insertServerMove(tx.db, { source, started_at: tx.clock.now() })
    await closeRegistration(tx)
    await reportMissing(tx, snapshot)
  })
}

/** Identifies the source server by its first account. */
async function computeFingerprint(snapshot: Snapshot): Promise<string> {
  const columns = ['id', 'username', 'created_at']
  const request = { table: 'users', columns, key: ['id'], after: undefined, limit: 1 }
  const [first] = await snapshot.page(request)
  if (!first) throw new SourceError('The FitTrackee database contains no accounts.')
  return JSON.stringify(first)
}

/** Reports tables and columns that are missing on the source server, except for those of later versions. */
async function reportMissing(tx: MigrationTx, snapshot: Snapshot): Promise<void> {
  const note = (step: string, detail: string) =>
    insertMoveFinding(tx.db, { step, subject: 'all', result: 'left out', detail })
  for (const { name, table, optional, isRecent } of STEPS) {
    const columns = snapshot.tables.get(table)
    if (!columns && !isRecent) await note(name, `there is no table ${table}`)
    for (const column of columns ? optional : [])
      if (!columns?.has(column)) await note(name, `the table ${table} has no column ${column}`)
  }
}

/** Maps ids of sports and equipment types by label. Labels are the same on all servers, ids nearly always. */
async function loadMaps(ctx: AppContext, snapshot: Snapshot) {
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

/** Migrates the next rows of a step and saves the progress in the same transaction. */
async function migratePage(migration: Migration, step: Step, state: StepState): Promise<void> {
  const { table, key, required, optional, recent = [], atOnce: limit } = step
  const columns = [...required, ...optional, ...recent]
  const after = state.after === null ? undefined : JSON.parse(state.after)
  const rows = await migration.snapshot.page({ table, columns, key, after, limit })
  const items = await step.prepare(migration, rows)
  const last = rows.at(-1)
  const next = { ...state }
  next.after = last ? JSON.stringify(key.map((column) => last[column])) : state.after
  next.is_done = rows.length < limit ? 1 : 0
  await transact(migration.ctx, async (tx) => {
    for (const item of items) {
      const isMigrated = await migrateItem(tx, step.name, item)
      if (isMigrated) next.moved += 1
      else next.missed += 1
    }
    await saveMoveStep(tx.db, { ...next, is_done: next.is_done === 1 })
  })
  Object.assign(state, next)
}

/** Migrates one item, or reports why it cannot. Returns whether it was migrated. */
async function migrateItem(tx: MigrationTx, step: string, item: MigrationItem): Promise<boolean> {
  const { subject, findings = [], write, discard } = item
  try {
    await savepoint(tx.db, () => write(tx))
  } catch (error) {
    const { result, message: detail } = toSkippedRowError(error)
    await insertMoveFinding(tx.db, { step, subject, result, detail })
    if (discard) tx.afterCommit(discard)
    return false
  }
  for (const finding of findings) await insertMoveFinding(tx.db, { step, subject, ...finding })
  return true
}

/** Returns why an item was not migrated. @throws errors unrelated to the item, such as a full disk */
function toSkippedRowError(error: unknown): SkippedRowError {
  if (error instanceof SkippedRowError) return error
  if (!isConstraintViolation(error) || !(error instanceof Error)) throw error
  const [, columns] = /^UNIQUE constraint failed: (.*)$/.exec(error.message) ?? []
  if (columns) return new SkippedRowError('failed', `there is another one with the same ${columns}`)
  if (error.message.startsWith('FOREIGN KEY'))
    return new SkippedRowError('failed', 'belongs to something that was not moved')
  return new SkippedRowError('failed', error.message)
}
