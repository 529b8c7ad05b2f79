/** The filters of the list of workouts, by the names that the API and the page's address have for them. */
export const FILTER_NAMES = [
  'title',
  'notes',
  'description',
  'sport_id',
  'equipment_id',
  'workout_visibility',
  'from',
  'to',
  'distance_from',
  'distance_to',
  'duration_from',
  'duration_to',
  'ave_speed_from',
  'ave_speed_to',
  'max_speed_from',
  'max_speed_to',
  'ave_pace_from',
  'ave_pace_to',
  'max_pace_from',
  'max_pace_to',
  'coordinates',
  'radius',
  'order_by',
  'order',
] as const

/** Chosen filters; lengths in kilometres and paces per kilometre, whatever the account reads. */
export type WorkoutFilters = { [Name in (typeof FILTER_NAMES)[number]]?: string | undefined }

/** What the address of the list holds: the filters, the name of the place among them, and how the result is shown. */
export type ListSearch = WorkoutFilters & { place?: string | undefined; view?: 'map' | undefined }

/** The filters of an address. */
export const filtersIn = (search: ListSearch): WorkoutFilters =>
  Object.fromEntries(FILTER_NAMES.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** Whether filters leave anything out; an order does not. */
export const isFiltered = ({ order_by, order, ...filters }: WorkoutFilters): boolean =>
  Object.values(filters).some(Boolean)
