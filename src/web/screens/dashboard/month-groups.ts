/** Consecutive items in the same month. */
export type MonthGroup<Item> = { month: string; items: Item[] }

/** Splits a list wherever the month changes; keeps its order. */
export function groupByMonth<Item>(
  items: readonly Item[],
  monthOf: (item: Item) => string,
): MonthGroup<Item>[] {
  const groups: MonthGroup<Item>[] = []
  for (const item of items) {
    const month = monthOf(item)
    const last = groups.at(-1)
    if (last?.month === month) last.items.push(item)
    else groups.push({ month, items: [item] })
  }
  return groups
}
