/**
 * Yields all rows in pages, ordered by id. `read` returns the rows after an id, and an empty page at the end. The next
 * page is read only when it is requested.
 */
export async function* pagesById<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}
