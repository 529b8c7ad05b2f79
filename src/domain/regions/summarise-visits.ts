/** A region that a workout passed. */
export interface RegionVisit {
  workout_id: number
  /** Milliseconds since the Unix epoch. */
  workout_date: number
  /** Kilometres of the whole workout. */
  distance: number | null
  country: string
  region: string
  /** The share of the workout that was in the region. */
  share: number
}

/** Totals of the workouts in a place. */
export interface PlaceTotals {
  /** Days on which a workout was there. */
  days: number
  workouts: number
  /** Kilometres in the place, by the shares of workouts. */
  distance: number
  /** Start of the first and of the latest workout there, in milliseconds since the Unix epoch. */
  firstVisit: number
  lastVisit: number
}

/** A country with its regions; countries that are not divided have none. */
export interface CountryTotals extends PlaceTotals {
  country: string
  regions: (PlaceTotals & { name: string })[]
}

/**
 * Sums up visits by country and region, those with the most days first.
 *
 * @param visits in chronological order, those of a workout consecutively
 * @param dayOf the number of the day of an instant
 */
export function summariseVisits(
  visits: Iterable<RegionVisit>,
  dayOf: (instant: number) => number,
): CountryTotals[] {
  const countries = new Map<string, { totals: Counter; regions: Map<string, Counter> }>()
  let [workout, day] = [-1, 0]
  for (const visit of visits) {
    if (visit.workout_id !== workout) [workout, day] = [visit.workout_id, dayOf(visit.workout_date)]
    let country = countries.get(visit.country)
    if (!country) {
      country = { totals: new Counter(visit.workout_date), regions: new Map() }
      countries.set(visit.country, country)
    }
    country.totals.add(visit, day)
    if (visit.region === '') continue
    let region = country.regions.get(visit.region)
    if (!region) {
      region = new Counter(visit.workout_date)
      country.regions.set(visit.region, region)
    }
    region.add(visit, day)
  }
  return Array.from(countries, ([country, { totals, regions }]) => ({
    ...{ country, ...totals.totals },
    regions: Array.from(regions, ([name, counter]) => ({ name, ...counter.totals })).sort(
      byDays(({ name }) => name),
    ),
  })).sort(byDays(({ country }) => country))
}

/** Compares by days, then by latest visit, then by name. */
const byDays =
  <Place extends PlaceTotals>(nameOf: (place: Place) => string) =>
  (one: Place, other: Place): number =>
    other.days - one.days ||
    other.lastVisit - one.lastVisit ||
    (nameOf(one) < nameOf(other) ? -1 : 1)

/** Counts visits to a place in chronological order. */
class Counter {
  readonly totals: PlaceTotals
  #day: number | undefined
  #workout: number | undefined

  constructor(firstVisit: number) {
    this.totals = { days: 0, workouts: 0, distance: 0, firstVisit, lastVisit: firstVisit }
  }

  add({ workout_id, workout_date, distance, share }: RegionVisit, day: number): void {
    this.totals.distance += (distance ?? 0) * share
    this.totals.lastVisit = workout_date
    if (workout_id !== this.#workout) this.totals.workouts += 1
    if (day !== this.#day) this.totals.days += 1
    this.#workout = workout_id
    this.#day = day
  }
}
