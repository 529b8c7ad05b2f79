/** An item with the result of its work, or the error that the work threw. */
export type WorkResult<Item, Result> = { item: Item } & ({ result: Result } | { error: unknown })

/**
 * Yields the result for each item, in the order of the items. While the consumer uses a result, the next `limit` items
 * are worked on.
 */
export async function* mapAhead<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  limit: number,
): AsyncGenerator<WorkResult<Item, Result>> {
  const ahead: Promise<WorkResult<Item, Result>>[] = []
  const begin = async (item: Item): Promise<WorkResult<Item, Result>> => {
    try {
      return { item, result: await work(item) }
    } catch (error) {
      return { item, error }
    }
  }
  for await (const item of items) {
    ahead.push(begin(item))
    const due = ahead.length > limit ? ahead.shift() : undefined
    if (due) yield await due
  }
  for (const due of ahead) yield await due
}

/** Yields the items in batches of `size`. The last batch may be smaller. */
export async function* inBatches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
