/** A value of a row: instants are milliseconds since the Unix epoch (UTC), intervals are seconds. */
export type SourceValue = unknown
export type SourceRow = Readonly<Record<string, SourceValue>>

/** Which rows of a table, and what of them. */
export interface RowRequest {
  table: string
  /** Those that the table does not have are left out. */
  columns: readonly string[]
}

/** The state of a PostgreSQL database at one moment, which nothing can change. */
export interface Snapshot {
  /** Columns of the tables of the schema `public`, with the names of their types. */
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  count: (table: string) => Promise<number>
  /** The next rows after a key, in its order; whole numbers only. */
  page: (
    request: RowRequest & {
      key: readonly string[]
      after: readonly number[] | undefined
      limit: number
    },
  ) => Promise<SourceRow[]>
  /** Rows whose column has one of these whole numbers. */
  of: (
    request: RowRequest & { column: string; ids: readonly number[]; order: readonly string[] },
  ) => Promise<SourceRow[]>
  close: () => Promise<void>
}

/** A database that cannot be read; the message says why, and holds no password. */
export class SourceError extends Error {
  override name = 'SourceError'
}

type Ask = (text: string) => Promise<SourceRow[]>

const CONNECTION_SECONDS = 15

/**
 * Opens a PostgreSQL database for reading: all is read in one transaction, which sees nothing of what happens
 * meanwhile and is refused every write. The address may name a socket (`postgresql:///name?host=/run/postgresql`) or ask
 * for TLS (`?sslmode=require`, or `verify-full`); its password may be given apart from it.
 *
 * @throws SourceError when the address is none, or the server cannot be reached or refuses.
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
    const ask: Ask = async (text) => {
      try {
        return [...(await connection.unsafe(text))]
      } catch (error) {
        throw explained(error, place)
      }
    }
    await ask('begin transaction isolation level repeatable read, read only')
    await ask('set local idle_in_transaction_session_timeout = 0')
    return { ...reading(ask, await readTables(ask)), close }
  } catch (error) {
    await close()
    throw error instanceof SourceError ? error : explained(error, place)
  }
}

/** @throws SourceError for what is no address of a PostgreSQL database. */
function readAddress(address: string, password: string | undefined): { url: URL; place: string } {
  // As SQLAlchemy writes it, with a driver.
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

/** What the server said, without the address: it may hold a password. */
function explained(error: unknown, place: string): SourceError {
  const said = error instanceof Error ? error.message : String(error)
  return new SourceError(`PostgreSQL at ${place}: ${said}`)
}

async function readTables(ask: Ask): Promise<Map<string, Map<string, string>>> {
  const rows = await ask(`select table_name, column_name, data_type
    from information_schema.columns where table_schema = 'public'`)
  const tables = new Map<string, Map<string, string>>()
  for (const { table_name, column_name, data_type } of rows) {
    const columns = tables.get(String(table_name)) ?? new Map<string, string>()
    columns.set(String(column_name), String(data_type))
    tables.set(String(table_name), columns)
  }
  return tables
}

function reading(ask: Ask, tables: Snapshot['tables']): Omit<Snapshot, 'close'> {
  /** The wanted columns as JSON, so that every type arrives alike. */
  const rows = async ({ table, columns }: RowRequest, rest: string) => {
    const known = tables.get(table)
    const wanted = columns.filter((column) => known?.has(column))
    if (wanted.length === 0) return []
    const list = wanted.map((column) => `${read(column, known?.get(column))} as ${name(column)}`)
    const found = await ask(`select row_to_json(page)::text as row
      from (select ${list.join(', ')} from ${name(table)} ${rest}) page`)
    return found.map(({ row }): SourceRow => JSON.parse(String(row)))
  }
  return {
    tables,
    count: async (table) => {
      if (!tables.has(table)) return 0
      const [counted] = await ask(`select count(*)::text as rows from ${name(table)}`)
      return Number(counted?.rows)
    },
    page: ({ key, after, limit, ...request }) => {
      const columns = key.map(name).join(', ')
      const rest = after ? `where (${columns}) > (${after.map(whole).join(', ')})` : ''
      return rows(request, `${rest} order by ${columns} limit ${whole(limit)}`)
    },
    of: async ({ column, ids, order, ...request }) =>
      ids.length === 0
        ? []
        : rows(
            request,
            `where ${name(column)} in (${ids.map(whole).join(', ')}) order by ${order.map(name).join(', ')}`,
          ),
  }
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`

/** @throws Error for anything but a whole number: it becomes part of a statement. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error('a key that is no whole number')
  return String(value)
}

/** A column as JSON can hold it. */
function read(column: string, type: string | undefined): string {
  if (type === 'interval') return `extract(epoch from ${name(column)})`
  if (type?.startsWith('timestamp')) return `extract(epoch from ${name(column)}) * 1000`
  return name(column)
}
