import { Kysely, SqliteDialect } from 'kysely'
import { migrateToLatest } from '@/db/migrate'
import { type Db, openDatabase } from '@/db/open'
import type { Tables } from '@/db/tables.gen'

interface Step {
  detail: string
}

/** How SQLite goes about each statement that `work` runs, on an empty database without collected figures. */
export async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const database = openDatabase(':memory:')
  await migrateToLatest(database)
  const { sqlite } = database
  const plans: string[] = []
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => {
      const statement = sqlite.prepare<unknown[], Step>(`explain query plan ${query.sql}`)
      plans.push(
        statement
          .all(...query.parameters)
          .map(({ detail }) => detail)
          .join('; '),
      )
    },
  })
  await work(db)
  return plans
}
