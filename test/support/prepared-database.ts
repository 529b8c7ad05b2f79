import { migrateToLatest } from '@/db/migrate'
import { openDatabase } from '@/db/open'

const template = openDatabase(':memory:')
await migrateToLatest(template)

/** A database file with the newest schema and the reference tables, for every test to begin with a copy of. */
export const PREPARED_DATABASE = template.sqlite.serialize()

await template.db.destroy()
