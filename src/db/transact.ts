import type { Log } from '@/lib/log'
import type { Db } from './open'

type AfterCommit = () => Promise<void> | void

interface CommitHooks {
  /** Runs once the data is in: mail, files, notifications. What fails there is logged and undoes nothing. */
  afterCommit: (hook: AfterCommit) => void
}

/** A context inside a transaction: its `db` is the transaction. */
export type InTransaction<Context> = Context & CommitHooks

/**
 * Runs `work` with a copy of the context whose `db` is the transaction; hooks run after the commit, in order. It fails
 * only when nothing was committed, so that callers may undo what they did to files.
 *
 * NOTE the process has one connection: while `work` runs every other query waits, and a query on the
 * outer `db` would wait for ever. Await nothing but queries of the given context inside.
 */
export async function transact<Context extends { db: Db; log: Log }, Result>(
  ctx: Context,
  work: (tx: InTransaction<Context>) => Promise<Result>,
): Promise<Result> {
  const hooks: AfterCommit[] = []
  const result = await ctx.db
    .transaction()
    .execute((db) => work({ ...ctx, db, afterCommit: (hook) => hooks.push(hook) }))
  for (const hook of hooks) await runHook(hook, ctx.log)
  return result
}

/** The data is committed: an error must not reach the caller, who would take it for a failed transaction. */
async function runHook(hook: AfterCommit, log: Log): Promise<void> {
  try {
    await hook()
  } catch (error) {
    log.error({ err: error }, 'a step after a commit failed')
  }
}
