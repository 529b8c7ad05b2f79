/** What became of an item: what was made of it, or why nothing was. */
export type WorkedOn<Item, Made> = { item: Item } & ({ made: Made } | { error: unknown })

/** Yields what became of each item, in their order; while one is made use of, the next `most` are worked on. */
export async function* workAhead<Item, Made>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Made>,
  most: number,
): AsyncGenerator<WorkedOn<Item, Made>> {
  const ahead: Promise<WorkedOn<Item, Made>>[] = []
  const begin = async (item: Item): Promise<WorkedOn<Item, Made>> => {
    try {
      return { item, made: await work(item) }
    } catch (error) {
      return { item, error }
    }
  }
  for await (const item of items) {
    ahead.push(begin(item))
    const due = ahead.length > most ? ahead.shift() : undefined
    if (due) yield await due
  }
  for (const due of ahead) yield await due
}

/** The same items in groups of so many; the last one has the rest. */
export async function* inGroups<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
