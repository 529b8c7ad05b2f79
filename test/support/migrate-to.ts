import { Migrator } from 'kysely/migration'
import type { OpenDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'

/** Migrates an empty database up to and including a migration. */
export async function migrateTo({ db, sqlite }: OpenDatabase, last: string): Promise<void> {
  // Allows migrations to edit `sqlite_schema`.
  sqlite.unsafeMode()
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateTo(last)
  if (error) throw error
}
