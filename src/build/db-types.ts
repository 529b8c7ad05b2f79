import { openDatabase } from '@/store/db/connections/open'
import { generateTableTypes } from '@/store/db/schema/generate-types'
import { migrateToLatest } from '@/store/db/schema/migrate'

const database = openDatabase(':memory:')
await migrateToLatest(database)
await Bun.write(
  `${import.meta.dir}/../store/db/schema/tables.gen.ts`,
  generateTableTypes(database.sqlite),
)
