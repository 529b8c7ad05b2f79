/** A place in a list: a row, and how many pixels of it are above the view. */
export interface KeptPlace {
  index: number
  below: number
}

const STORED = 'milepost.list-places'
/** So many visits are remembered. */
const MOST = 50

type Entry = readonly [visit: string, place: KeptPlace]

const isPlace = (value: unknown): value is KeptPlace =>
  typeof value === 'object' &&
  value !== null &&
  'index' in value &&
  'below' in value &&
  Number.isInteger(value.index) &&
  Number.isFinite(value.below)

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && typeof value[0] === 'string' && isPlace(value[1])

/** The remembered places, the latest last; none where the tab keeps nothing, or something else. */
function entries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Where somebody left a list at a visit to it; undefined for its top. */
export const placeKept = (visit: string): KeptPlace | undefined =>
  entries().find(([name]) => name === visit)?.[1]

/** Remembers for this tab where somebody left a list at a visit to it; undefined for its top. */
export function keepPlace(visit: string, place: KeptPlace | undefined): void {
  const others = entries().filter(([name]) => name !== visit)
  const all: Entry[] = place ? [...others, [visit, place]] : others
  try {
    sessionStorage.setItem(STORED, JSON.stringify(all.slice(-MOST)))
  } catch {
    // Tabs that keep nothing come back to the top.
  }
}
