import type Database from 'better-sqlite3'
import { REFINED_COLUMNS } from './columns'

interface ColumnInfo {
  name: string
  type: string
  notnull: 0 | 1
  dflt_value: string | null
  pk: number
}

const PLAIN_TYPES: Record<string, string> = {
  INTEGER: 'number',
  INT: 'number',
  REAL: 'number',
  TEXT: 'string',
  BLOB: 'Buffer',
}

/** Returns the text of `tables.gen.ts` for a migrated database: one interface per table, and `Tables`. */
export function generateTableTypes(sqlite: Database.Database): string {
  const tables = sqlite
    .prepare<[], { name: string }>(
      `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')
       and name not like 'sqlite_%' and name not like 'kysely_%' order by name`,
    )
    .all()
    .map(({ name }) => name)
  const interfaces = tables.map((name) => tableInterface(sqlite, name)).join('\n')
  const registry = tables.map((name) => `  ${name}: ${typeName(name)}`).join('\n')
  return `${header(interfaces)}\n${interfaces}\nexport interface Tables {\n${registry}\n}\n`
}

function header(body: string): string {
  const names = Object.values(REFINED_COLUMNS).flatMap((type) => type.match(/[A-Z]\w*/g) ?? [])
  const refined = [...new Set([...names, 'SqlBool'])]
  const used = refined.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort()
  return [
    '// GENERATED from the migrations by `bun run db:types`. Do not edit.',
    "import type { Generated } from 'kysely'",
    `import type {\n${used.map((name) => `  ${name},`).join('\n')}\n} from './columns'`,
    '',
  ].join('\n')
}

function tableInterface(sqlite: Database.Database, table: string): string {
  const columns = sqlite.pragma(`table_xinfo('${table}')`) as ColumnInfo[]
  const keys = columns.filter(({ pk }) => pk > 0)
  const lines = columns.map(
    (column) => `  ${column.name}: ${columnType(table, column, keys.length)}`,
  )
  return `export interface ${typeName(table)} {\n${lines.join('\n')}\n}\n`
}

function columnType(table: string, column: ColumnInfo, keyColumns: number): string {
  const refined = REFINED_COLUMNS[`${table}.${column.name}`]
  const plain = column.name.startsWith('is_') ? 'SqlBool' : PLAIN_TYPES[column.type]
  const isRowId = column.pk === 1 && keyColumns === 1 && column.type === 'INTEGER'
  const nullable = column.notnull === 0 && column.pk === 0 ? ' | null' : ''
  const type = `${refined ?? plain ?? 'unknown'}${nullable}`
  return isRowId || column.dflt_value !== null ? `Generated<${type}>` : type
}

const typeName = (table: string) =>
  `${table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Table`
