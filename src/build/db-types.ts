import { generateTableTypes } from '@/db/generate-types'
import { migrateToLatest } from '@/db/migrate'
import { openDatabase } from '@/db/open'

const database = openDatabase(':memory:')
await migrateToLatest(database)
await Bun.write(`${import.meta.dir}/../db/tables.gen.ts`, generateTableTypes(database.sqlite))
