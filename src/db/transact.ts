import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  sql,
} from 'kysely'
import type { Log } from '@/lib/log'
import { connectionsOf, SMALL } from './dialect'
import type { Db } from './open'

declare const inTransaction: unique symbol

/**
 * A database inside a transaction, which only this file makes. Whatever writes takes it; whatever only reads takes a
 * `Db`.
 */
export type Tx = Db & { readonly [inTransaction]: true }

type AfterCommit = () => Promise<void> | void

interface CommitHooks {
  /**
   * Registers a step to run after the commit, such as sending mail or removing files. Its failure is logged and undoes
   * nothing.
   */
  afterCommit: (hook: AfterCommit) => void
}

export interface TransactOptions {
  /**
   * For small pieces of work that would be done again if a power cut took them back: the commit does not wait for the
   * disk. It is there with the next one that waits, or after `syncLog`.
   */
  syncedLater?: boolean
}

/** A context inside a transaction: its `db` is the transaction. */
export type InTransaction<Context extends { db: Db }> = Omit<Context, 'db'> & {
  db: Tx
} & CommitHooks

/**
 * Runs `work` with a copy of the context whose `db` is the transaction; hooks run after the commit, in order. It fails
 * only when nothing was committed, so that callers may undo what they did to files.
 *
 * NOTE one transaction writes at a time: while `work` runs all others wait, a write through the outer `db` would wait
 * forever, and a read through it would not see what was written. Await nothing but queries of the given context inside.
 */
export async function transact<Context extends { db: Db; log: Log }, Result>(
  ctx: Context,
  work: (tx: InTransaction<Context>) => Promise<Result>,
  options?: TransactOptions,
): Promise<Result> {
  const hooks: AfterCommit[] = []
  const afterCommit = (hook: AfterCommit) => void hooks.push(hook)
  const result = await commit(ctx.db, (db) => work({ ...ctx, db, afterCommit }), options)
  if (!options?.syncedLater) await connectionsOf(ctx.db).synced().catch(tellOfDisk(ctx.log))
  for (const hook of hooks) await runHook(hook, ctx.log)
  return result
}

/** The same where there is only a database and nothing follows the commit. @throws also when the disk fails after it */
export async function writeTo<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options?: TransactOptions,
): Promise<Result> {
  const result = await commit(db, work, options)
  if (!options?.syncedLater) await connectionsOf(db).synced()
  return result
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

/** Does a part of a transaction; when it fails, nothing of that part is left, and the transaction can go on. */
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

/** Refuses queries through a transaction that is over, as they would run outside of it. */
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

/** @throws Error for a transaction that is over. */
export function requireOpen(db: Db): void {
  for (const plugin of db.getExecutor().plugins) if (plugin instanceof Guard) plugin.requireOpen()
}

/** The data is committed: who wrote it must not take a disk that fails now for a failed transaction. */
const tellOfDisk = (log: Log) => (err: unknown) =>
  log.error({ err }, 'what was committed may not be on disk')

/** The data is committed: an error must not reach the caller, who would take it for a failed transaction. */
async function runHook(hook: AfterCommit, log: Log): Promise<void> {
  try {
    await hook()
  } catch (error) {
    log.error({ err: error }, 'a step after a commit failed')
  }
}
