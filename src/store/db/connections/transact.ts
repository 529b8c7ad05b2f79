import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  sql,
} from 'kysely'
import type { Log } from '@/lib/log'
import { isDiskFailed } from '@/lib/system-errors'
import { connectionsOf, SMALL } from './dialect'
import type { Db } from './open'

declare const inTransaction: unique symbol

/**
 * A database inside a transaction; only this file creates it. Functions that write take a `Tx`, and functions that only
 * read take a `Db`.
 */
export type Tx = Db & { readonly [inTransaction]: true }

type AfterCommit = () => Promise<void> | void

interface CommitHooks {
  /**
   * Registers a step to run after the commit, such as sending mail or deleting files. Its errors are logged and undo
   * nothing.
   */
  afterCommit: (hook: AfterCommit) => void
}

export interface TransactOptions {
  /**
   * For small units of work that would be repeated after a power cut: the commit does not wait for an fsync unless it
   * has hooks. It becomes durable with the next commit that waits, or after `syncLog`.
   */
  syncedLater?: boolean
}

/** A context whose `db` is a transaction. */
export type InTransaction<Context extends { db: Db }> = Omit<Context, 'db'> & {
  db: Tx
} & CommitHooks

/**
 * Runs `work` with a copy of the context whose `db` is the transaction. Hooks run in order once the commit is durable.
 * Rejects only when nothing was committed, so that callers can undo their changes to files, or with a DiskFailedError.
 *
 * @throws DiskFailedError when nothing can be stored until the next start. The commit may survive nevertheless, so
 * files that it refers to must stay.
 *
 * NOTE only one transaction writes at a time: all others wait while `work` runs. A write through the outer `db` would
 * deadlock, and a read through it would not see the changes. Inside, await nothing but queries of the given context.
 */
export async function transact<Context extends { db: Db; log: Log }, Result>(
  ctx: Context,
  work: (tx: InTransaction<Context>) => Promise<Result>,
  options?: TransactOptions,
): Promise<Result> {
  const hooks: AfterCommit[] = []
  const afterCommit = (hook: AfterCommit) => void hooks.push(hook)
  const result = await commit(ctx.db, (db) => work({ ...ctx, db, afterCommit }), options)
  // Hooks may delete files that an earlier state of the rows refers to.
  if (!options?.syncedLater || hooks.length > 0) await connectionsOf(ctx.db).durable()
  for (const hook of hooks) await runHook(hook, ctx.log)
  return result
}

/** Like `transact`, for callers that have only a database and no hooks. */
export async function writeTo<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options?: TransactOptions,
): Promise<Result> {
  const result = await commit(db, work, options)
  if (!options?.syncedLater) await connectionsOf(db).durable()
  return result
}

/**
 * For `catch` after `transact`: undoes changes to files for a failed transaction and rethrows its error. After a
 * DiskFailedError the commit may have survived, so the files stay; the sweep deletes those without a row.
 */
export const undoing =
  (undo: () => Promise<unknown>) =>
  async (error: unknown): Promise<never> => {
    if (!isDiskFailed(error)) await undo()
    throw error
  }

async function commit<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { syncedLater = false }: TransactOptions = {},
): Promise<Result> {
  const guard = new Guard()
  const plain = db.transaction()
  const transaction = syncedLater ? plain.setIsolationLevel(SMALL) : plain
  try {
    return await transaction.execute((tx) => work(tx.withPlugin(guard) as Db as Tx))
  } finally {
    guard.end()
  }
}

/** Runs a part of a transaction. If it fails, its changes are rolled back, and the transaction can continue. */
export async function savepoint(db: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(db)
  try {
    await work()
  } catch (error) {
    await sql`rollback to part`.execute(db)
    throw error
  } finally {
    await sql`release part`.execute(db)
  }
}

/** Rejects queries through a finished transaction, which would run outside of it. */
class Guard implements KyselyPlugin {
  #isOver = false

  end(): void {
    this.#isOver = true
  }

  requireOpen(): void {
    if (this.#isOver) throw new Error('a query through a transaction that is over')
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    this.requireOpen()
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

/** @throws Error for a finished transaction. */
export function requireOpen(db: Db): void {
  for (const plugin of db.getExecutor().plugins) if (plugin instanceof Guard) plugin.requireOpen()
}

/**
 * Runs a hook and logs its error: the data is committed, so the caller must not mistake the error for a failed
 * transaction.
 */
async function runHook(hook: AfterCommit, log: Log): Promise<void> {
  try {
    await hook()
  } catch (error) {
    log.error({ err: error }, 'a step after a commit failed')
  }
}
