/** The filters of the workout list, named as in the API and in the page's URL. */
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

/** Values of the filters. Distances are in kilometres and paces per kilometre, whatever units the user prefers. */
export type WorkoutFilters = { [Name in (typeof FILTER_NAMES)[number]]?: string | undefined }

/** Query parameters of the workout list's URL: the filters, the name of the place to search near, and the view. */
export type ListSearch = WorkoutFilters & { place?: string | undefined; view?: 'map' | undefined }

/** Returns the filters among the query parameters of a URL. */
export const pickFilters = (search: ListSearch): WorkoutFilters =>
  Object.fromEntries(FILTER_NAMES.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** Whether any filter is set. The order is not a filter. */
export const isFiltered = ({ order_by, order, ...filters }: WorkoutFilters): boolean =>
  Object.values(filters).some(Boolean)
