import { connectionsOf } from '@/store/db/connections/dialect'
import { type Db, openDatabase } from '@/store/db/connections/open'
import { migrateToLatest } from '@/store/db/schema/migrate'

interface Step {
  detail: string
}

/** The query plans of all statements that `work` runs, on an empty database without statistics. */
export async function collectQueryPlans(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const database = openDatabase(':memory:')
  await migrateToLatest(database)
  const { db, sqlite } = database
  const plans: string[] = []
  const stop = connectionsOf(db).listen((sql, parameters) => {
    const statement = sqlite.prepare<unknown[], Step>(`explain query plan ${sql}`)
    const steps = statement.all(...parameters)
    plans.push(steps.map(({ detail }) => detail).join('; '))
  })
  await work(db)
  stop()
  return plans
}
