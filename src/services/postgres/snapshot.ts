/** A value in a row. Instants are milliseconds since the Unix epoch (UTC), intervals are seconds. */
export type SourceValue = unknown
export type SourceRow = Readonly<Record<string, SourceValue>>

/** The table and the columns to read. */
export interface RowRequest {
  table: string
  /** Columns that do not exist in the table are skipped. */
  columns: readonly string[]
}

/** The state of a PostgreSQL database at one moment, unaffected by later changes. */
export interface Snapshot {
  /** The tables of the schema `public`, with their columns and the names of their types. */
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  count: (table: string) => Promise<number>
  /** Returns up to `limit` rows after a key, in its order. Keys consist of integers and UUIDs. */
  page: (
    request: RowRequest & {
      key: readonly string[]
      after: readonly (number | string)[] | undefined
      limit: number
    },
  ) => Promise<SourceRow[]>
  /** Returns the rows whose `column` has one of the integers in `ids`. */
  of: (
    request: RowRequest & { column: string; ids: readonly number[]; order: readonly string[] },
  ) => Promise<SourceRow[]>
  close: () => Promise<void>
}

/** A database cannot be read. The message contains the reason but no password. */
export class SourceError extends Error {
  override name = 'SourceError'
}

type Query = (text: string) => Promise<SourceRow[]>

const CONNECTION_SECONDS = 15

/**
 * Opens a PostgreSQL database for reading, in a single read-only transaction, so that concurrent changes are not
 * visible. The URL may name a socket (`postgresql:///name?host=/run/postgresql`) or require TLS (`?sslmode=require`, or
 * `verify-full`). The password may be given separately.
 *
 * @throws SourceError when the URL is invalid, or the server cannot be reached or denies access.
 */
export async function openSnapshot(address: string, password?: string): Promise<Snapshot> {
  const { url, place } = readAddress(address, password)
  const sql = new Bun.SQL(url, {
    max: 1,
    connectionTimeout: CONNECTION_SECONDS,
    idleTimeout: 0,
    prepare: false,
  })
  const close = async () => void (await sql.close({ timeout: 0 }).catch(() => undefined))
  try {
    const connection = await sql.reserve()
    const query: Query = async (text) => {
      try {
        return [...(await connection.unsafe(text))]
      } catch (error) {
        throw explained(error, place)
      }
    }
    await query('begin transaction isolation level repeatable read, read only')
    await query('set local idle_in_transaction_session_timeout = 0')
    return { ...reading(query, await readTables(query)), close }
  } catch (error) {
    await close()
    throw error instanceof SourceError ? error : explained(error, place)
  }
}

/** Parses a database URL. @throws SourceError when it is not that of a PostgreSQL database. */
function readAddress(address: string, password: string | undefined): { url: URL; place: string } {
  // SQLAlchemy adds the name of a driver to the scheme.
  const plain = address.replace(/^postgres(?:ql)?(?:\+\w+)?:\/\//, 'postgresql://')
  const url = URL.canParse(plain) ? new URL(plain) : undefined
  if (url?.protocol !== 'postgresql:' || url.pathname.length < 2)
    throw new SourceError(
      'The database is named like postgresql://user:password@host:5432/fittrackee.',
    )
  if (url.password === '' && password) url.password = encodeURIComponent(password)
  const option = (name: string) => url.searchParams.get(name)
  const host = option('host') ?? (url.hostname || 'localhost')
  return { url, place: `${host}:${option('port') ?? (url.port || '5432')}${url.pathname}` }
}

/** Formats an error of the server without the URL, which may contain a password. */
function explained(error: unknown, place: string): SourceError {
  const said = error instanceof Error ? error.message : String(error)
  return new SourceError(`PostgreSQL at ${place}: ${said}`)
}

async function readTables(query: Query): Promise<Map<string, Map<string, string>>> {
  const rows = await query(`select table_name, column_name, data_type
    from information_schema.columns where table_schema = 'public'`)
  const tables = new Map<string, Map<string, string>>()
  for (const { table_name, column_name, data_type } of rows) {
    const columns = tables.get(String(table_name)) ?? new Map<string, string>()
    columns.set(String(column_name), String(data_type))
    tables.set(String(table_name), columns)
  }
  return tables
}

function reading(query: Query, tables: Snapshot['tables']): Omit<Snapshot, 'close'> {
  /** Reads the requested columns as JSON, so that values of all types have the same representation. */
  const rows = async ({ table, columns }: RowRequest, rest: string) => {
    const known = tables.get(table)
    const selected = columns.filter((column) => known?.has(column))
    if (selected.length === 0) return []
    const list = selected.map((column) => `${read(column, known?.get(column))} as ${name(column)}`)
    const found = await query(`select row_to_json(page)::text as row
      from (select ${list.join(', ')} from ${name(table)} ${rest}) page`)
    return found.map(({ row }): SourceRow => JSON.parse(String(row)))
  }
  return {
    tables,
    count: async (table) => {
      if (!tables.has(table)) return 0
      const [counted] = await query(`select count(*)::text as rows from ${name(table)}`)
      return Number(counted?.rows)
    },
    page: ({ key, after, limit, ...request }) => {
      const columns = key.map(name).join(', ')
      const rest = after ? `where (${columns}) > (${after.map(keyValue).join(', ')})` : ''
      return rows(request, `${rest} order by ${columns} limit ${integer(limit)}`)
    },
    of: async ({ column, ids, order, ...request }) =>
      ids.length === 0
        ? []
        : rows(
            request,
            `where ${name(column)} in (${ids.map(integer).join(', ')}) order by ${order.map(name).join(', ')}`,
          ),
  }
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Formats a part of a key for use in a statement. @throws Error for anything but integers and UUIDs. */
function keyValue(value: number | string): string {
  if (typeof value === 'number') return integer(value)
  if (!UUID.test(value)) throw new Error('a key that is no UUID')
  return `'${value}'`
}

/** Formats a number for use in a statement. @throws Error for anything but an integer. */
function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error('a key that is no whole number')
  return String(value)
}

/** The SQL expression that reads a column as a JSON value. */
function read(column: string, type: string | undefined): string {
  if (type === 'interval') return `extract(epoch from ${name(column)})`
  if (type?.startsWith('timestamp')) return `extract(epoch from ${name(column)}) * 1000`
  return name(column)
}
