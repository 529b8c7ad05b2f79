import { openDatabase } from '@/store/db/connections/open'
import { migrateToLatest } from '@/store/db/schema/migrate'

const template = openDatabase(':memory:')
await migrateToLatest(template)

/** A database file with the newest schema and the reference tables, which every test starts with a copy of. */
export const PREPARED_DATABASE = template.sqlite.serialize()

await template.db.destroy()
