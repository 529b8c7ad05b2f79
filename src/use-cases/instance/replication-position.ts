import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { advancePosition, readPosition } from '@/store/db/replica/replication-position'

/** Advances and returns the replication position. A replica at this position has everything committed before. */
export const markPosition = (ctx: AppContext): Promise<number> =>
  transact(ctx, (tx) => advancePosition(tx.db))

/** Returns the position of the database or replica. */
export const getPosition = ({ db }: Pick<AppContext, 'db'>): Promise<number> => readPosition(db)
