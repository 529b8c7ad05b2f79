import { connectionsOf } from '@/db/dialect'
import { migrateToLatest } from '@/db/migrate'
import { type Db, openDatabase } from '@/db/open'

interface Step {
  detail: string
}

/** How SQLite goes about each statement that `work` runs, on an empty database without collected figures. */
export async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
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
