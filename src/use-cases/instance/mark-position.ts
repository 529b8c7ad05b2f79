import type { AppContext } from '@/context'
import { advancePosition, readPosition } from '@/db/position'
import { transact } from '@/db/transact'

/** Marks how far the database has come: a copy that has come as far holds everything committed before. */
export const markPosition = (ctx: AppContext): Promise<number> =>
  transact(ctx, (tx) => advancePosition(tx.db))

/** How far the database, or a copy of it, has come. */
export const getPosition = ({ db }: Pick<AppContext, 'db'>): Promise<number> => readPosition(db)
