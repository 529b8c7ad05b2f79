/** Workouts per page of the user's log. */
export const LOG_PAGE_SIZE = 10

/** The request for the first page of the log, as the API client sends it. */
export const FIRST_LOG_PAGE = `/api/workouts?page=1&per_page=${LOG_PAGE_SIZE}`
