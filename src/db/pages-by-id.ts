/**
 * Reads rows of any number a page at a time, in the order of their ids. `read` answers the next rows behind an id, none
 * behind the last one; nothing is read before the page in hand has been made use of.
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
